"""Writes a certificate with its moves unpacked, as the verified checker reads it: python3 unpack.py FILE UNPACKED

The first 32 bytes stay as they are but for the first eight, which become OTHPLAIN; then come, for each proof, its kind, its score
and its moves. Nothing here is trusted: whatever the bytes are, what the checker accepts is true. The checksum is compared only if
there is a libxxhash, as on any Debian.
"""

import ctypes
import struct
import sys
import zlib
from pathlib import Path

try:
    checksum = ctypes.CDLL("libxxhash.so.0").XXH3_64bits
    checksum.argtypes, checksum.restype = [ctypes.c_char_p, ctypes.c_size_t], ctypes.c_uint64
except OSError:
    checksum = None

LARGEST = 64 << 20


def unpacked(data):
    if len(data) > LARGEST:
        raise ValueError("the file is larger than 64 MiB")
    if data[:8] != b"OTHPROOF":
        raise ValueError("this is not a certificate: it does not begin with OTHPROOF")
    if len(data) < 40:
        raise ValueError("the certificate ends too early")
    if data[8] not in (1, 2, 3):
        raise ValueError(f"the certificate is of version {data[8]}, this program reads versions 1 to 3")
    if checksum and checksum(data[:-8], len(data) - 8) != int.from_bytes(data[-8:], "little"):
        raise ValueError("the certificate is damaged: its checksum is wrong")
    parts, body = [b"OTHPLAIN", data[8:32]], data[32:-8]
    for _ in range(data[14]):
        if len(body) < 18:
            raise ValueError("the certificate ends too early")
        moves, packed = struct.unpack("<QQ", body[2:18])
        if moves > (1 << 20) + 16 * packed or packed > len(body):
            raise ValueError(f"the number of moves is {moves} in {packed} bytes, more than any proof of that size has")
        stream = zlib.decompressobj()
        found = stream.decompress(body[18 : 18 + packed], moves + 1)
        if len(found) != moves or not stream.eof or stream.unused_data:
            raise ValueError("the moves cannot be decompressed to what is announced")
        parts += [body[:2], found]
        body = body[18 + packed :]
    if body:
        raise ValueError("the certificate goes on behind its end")
    return b"".join(parts)


def main(file, to):
    try:
        if not Path(file).is_file():
            raise ValueError("this is not a certificate: it is not a file")
        with open(file, "rb") as source:
            plain = unpacked(source.read(LARGEST + 1))
        with open(to, "wb") as target:
            target.write(plain)
    except (OSError, ValueError, zlib.error) as reason:
        sys.exit(f"verified: {file}: {reason}")


if __name__ == "__main__":
    main(*sys.argv[1:])
