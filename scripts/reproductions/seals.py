"""The checksum at the end of a sealed line (files/src/seal.rs), as far as Python needs it: XXH3-64, which Python lacks."""

#: Numbers of XXH3 (doc/xxhash_spec.md of https://github.com/Cyan4973/xxHash): primes of 32 and 64 bits, and the secret.
PRIMES_32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
PRIMES_64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
AVALANCHE = 0x165667919E3779F9
SECRET = bytes.fromhex("""
    b8fe6c3923a44bbe7c01812cf721ad1c ded46de9839097db7240a4a4b7b3671f cb79e64eccc0e578825ad07dccff7221
    b8084674f743248ee03590e6813a264c 3c2852bb91c300cb88d0658b1b532ea3 71644897a20df94e3819ef46a9deacd8
    a8fa763fe39c343ff9dcbbc7c70b4f1d 8a51e04bcdb45931c89f7ec9d9787364 eac5ac8334d3ebc3c581a0fffa1363eb
    170ddd51b7f0da49d316552629d4689e 2b16be587d47a1fc8ff8b8d17ad031ce 45cb3a8f95160428afd7fbcabb4b407e
""")
LONGER_THAN, LONGEST = 240, 1024
MASK = (1 << 64) - 1


def opened(line):
    """The text of a line with a short checksum; None if that is wrong or missing."""
    text, _, checksum = line.rpartition(" #")
    return text if text and f"{xxh3(text.encode()) & 0xFFFFFFFF:08x}" == checksum else None


def xxh3(data):
    """XXH3-64 with seed 0. Short texts are hashed in other ways, longer ones with more steps; neither is needed here."""
    if not LONGER_THAN < len(data) <= LONGEST:
        raise ValueError(f"a text of {len(data)} bytes has no checksum here: {LONGER_THAN + 1} to {LONGEST} bytes have one")
    sums = [PRIMES_32[2], *PRIMES_64[:4], PRIMES_32[1], PRIMES_64[4], PRIMES_32[0]]
    for stripe in range((len(data) - 1) // 64):
        add(sums, data[64 * stripe :], SECRET[8 * stripe :])
    add(sums, data[-64:], SECRET[121:])
    total = len(data) * PRIMES_64[0]
    for place in range(0, 8, 2):
        first, second = (sums[place + k] ^ word(SECRET[11:], place + k) for k in range(2))
        total += (first * second & MASK) ^ (first * second >> 64)
    total &= MASK
    total = (total ^ total >> 37) * AVALANCHE & MASK
    return total ^ total >> 32


def add(sums, data, secret):
    """Adds 64 bytes to the sums."""
    for place in range(8):
        value = word(data, place)
        key = value ^ word(secret, place)
        sums[place ^ 1] = sums[place ^ 1] + value & MASK
        sums[place] = sums[place] + (key & 0xFFFFFFFF) * (key >> 32) & MASK


def word(data, place):
    """The number in 8 bytes."""
    return int.from_bytes(data[8 * place : 8 * place + 8], "little")
