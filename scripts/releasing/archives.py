"""Archives with the same bytes whenever and wherever they are made, and lists of checksums."""

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


def write_sums(folder):
    """Writes SHA256SUMS for all other files of a folder, like sha256sum."""
    names = [name for name in files(folder) if name != "SHA256SUMS"]
    text = "".join(f"{checksum(folder / name)}  {name}\n" for name in names)
    (folder / "SHA256SUMS").write_text(text, encoding="utf-8")


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
    with archive.open("wb") as raw, gzip.GzipFile(filename="", mode="wb", fileobj=raw, compresslevel=9, mtime=0) as file:
        file.write(buffer.getvalue())
    return archive


def list_archives(dist):
    """Writes SHA256SUMS of the archives of a folder."""
    sums = "".join(f"{checksum(path)}  {path.name}\n" for path in sorted(dist.glob("*.tar.gz")))
    (dist / "SHA256SUMS").write_text(sums, encoding="utf-8")
