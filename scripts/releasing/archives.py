"""Archives with the same bytes whenever they are made, and wherever zlib is the same; and lists of checksums."""

import gzip
import hashlib
import io
import pathlib
import tarfile

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def checksum(path):
    """The SHA-256 of a file in hexadecimal."""
    return hashlib.sha256(pathlib.Path(path).read_bytes()).hexdigest()


def files(folder):
    """All files below a folder, as sorted paths within it."""
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def put(path, content):
    """Writes a file, which appears whole or not at all."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    unfinished.write_bytes(content)
    unfinished.replace(path)


def sums(folder):
    """The lines of sha256sum for all files of a folder but SHA256SUMS."""
    names = [name for name in files(folder) if name != "SHA256SUMS"]
    return "".join(f"{checksum(folder / name)}  {name}\n" for name in names)


def write_sums(folder):
    """Writes SHA256SUMS for all other files of a folder."""
    (folder / "SHA256SUMS").write_text(sums(folder), encoding="utf-8")


def pack(folder, archive, executable=()):
    """Packs a folder under its own name, without times, owners or modes of this machine."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for name in files(folder):
            content = (folder / name).read_bytes()
            entry = tarfile.TarInfo(f"{folder.name}/{name}")
            entry.size = len(content)
            entry.mode = 0o755 if name in executable else 0o644
            tar.addfile(entry, io.BytesIO(content))
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=packed, compresslevel=9, mtime=0) as file:
        file.write(buffer.getvalue())
    put(archive, packed.getvalue())
    return archive


def list_archives(dist):
    """Writes SHA256SUMS of the archives of a folder."""
    text = "".join(f"{checksum(path)}  {path.name}\n" for path in sorted(dist.glob("*.tar.gz")))
    put(dist / "SHA256SUMS", text.encode("utf-8"))
