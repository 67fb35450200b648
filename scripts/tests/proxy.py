#!/usr/bin/env python3
"""The explorer behind nginx and Caddy, with exactly the configurations of docs/guide/public.md.

    python3 -B scripts/tests/proxy.py SOLVE

SOLVE is the program. Only ports, and for nginx the certificate, are replaced. Asks each proxy for the page and for a search,
whose events must come as they happen, and which must end when the visitor hangs up. A second search by the same visitor must
be refused, whomever it claims to act for, but not one by another visitor. Exit status 75: nginx, Caddy or openssl is missing.
"""

import contextlib
import http.client
import itertools
import re
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent
NAME = "othello.example.org"
LONG = "/api/solve?board=8x8&time_ms=60000"
# The longest that anything may take, in seconds.
PATIENCE = 20
# How long to watch events, and the longest gap between two. The explorer sends one every 0.15 seconds.
WATCHED, LONGEST_GAP = 4, 1.5


def block(language):
    """The guide's configuration in a given language."""
    text = (REPOSITORY / "docs/guide/public.md").read_text(encoding="utf-8")
    return re.search(rf"```{language}\n(.*?)```", text, flags=re.DOTALL).group(1)


def replaced(text, changes):
    """A text with some parts replaced; it must contain them all."""
    for old, new in changes.items():
        assert old in text, f"docs/guide/public.md has no {old!r} any more"
        text = text.replace(old, new)
    return text


def free_port():
    """A free port."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


@contextlib.contextmanager
def running(command, port):
    """A program that listens on a port."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        try:
            end = time.monotonic() + PATIENCE
            while True:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                    break
                assert process.poll() is None, process.stderr.read()
                assert time.monotonic() < end, f"{command[0]} does not listen"
                time.sleep(0.05)
            yield
        finally:
            process.terminate()
            process.wait()


class Visitor:
    """A visitor with an address of its own in 127.0.0.0/8, who makes requests through a proxy."""

    def __init__(self, port, address, is_encrypted):
        self.port, self.address, self.is_encrypted = port, address, is_encrypted

    def ask(self, path, **headers):
        """The response to a request; the caller closes its connection."""
        raw = socket.create_connection(("127.0.0.1", self.port), PATIENCE, (self.address, 0))
        if self.is_encrypted:
            context = ssl.create_default_context()
            context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
            raw = context.wrap_socket(raw, server_hostname=NAME)
        connection = http.client.HTTPConnection(NAME)
        connection.sock = raw
        connection.request("GET", path, headers={"Host": NAME, **headers})
        return connection, connection.getresponse()

    def status(self, path, **headers):
        """The status of the response."""
        connection, response = self.ask(path, **headers)
        with contextlib.closing(connection):
            return response.status


def busy(port):
    """The number of searches that the explorer itself reports."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    with contextlib.closing(connection):
        connection.request("GET", "/metrics")
        text = connection.getresponse().read().decode()
    return int(re.search(r"^solve_searches_now (\d+)$", text, flags=re.MULTILINE).group(1))


def until(is_so, what):
    """Waits until something holds."""
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def check(name, port, explorer, is_encrypted):
    """Tests the explorer through a proxy."""
    one, other = (Visitor(port, address, is_encrypted) for address in ("127.0.0.2", "127.0.0.3"))
    connection, response = one.ask("/?board=4x4")
    with contextlib.closing(connection):
        page = response.read().decode()
        assert response.status == 200 and "explore.js" in page, (name, response.status)
        assert "script-src 'self'" in response.getheader("content-security-policy"), name
    connection, response = one.ask(LONG)
    with contextlib.closing(connection):
        assert response.status == 200, (name, response.status)
        # A proxy that buffers events sends them in lumps of some thousand bytes, so one every few seconds.
        seen = [time.monotonic()]
        while seen[-1] - seen[0] < WATCHED:
            if response.readline().startswith(b"event: progress"):
                seen.append(time.monotonic())
        gap = max(later - earlier for earlier, later in itertools.pairwise(seen))
        assert gap < LONGEST_GAP, f"{name}: no event for {gap:.1f} s"
        assert busy(explorer) == 1, name
        # The client's turn is taken, even if it claims to ask for somebody else. Another client's is not.
        assert one.status(LONG) == 503, name
        assert one.status(LONG, **{"X-Forwarded-For": "192.0.2.7"}) == 503, name
        second, answer = other.ask(LONG)
        with contextlib.closing(second):
            assert answer.status == 200, (name, answer.status)
    until(lambda: busy(explorer) == 0, f"{name}: the searches go on when the visitors have hung up")
    print(f"{name}: page, events, hanging up and clients' addresses are as they should be")


def behind_nginx(folder, port, explorer):
    """The command that starts nginx."""
    key, certificate, config = folder / "key.pem", folder / "certificate.pem", folder / "nginx.conf"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={NAME}",
                    "-keyout", key, "-out", certificate], check=True, capture_output=True)
    place = f"/etc/letsencrypt/live/{NAME}"
    site = replaced(block("nginx"), {"listen 443": f"listen 127.0.0.1:{port}", "127.0.0.1:8080": f"127.0.0.1:{explorer}",
                                     f"{place}/fullchain.pem": str(certificate), f"{place}/privkey.pem": str(key)})
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    config.write_text(f"daemon off;\npid {folder}/pid;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{site}}}\n")
    return ["nginx", "-p", folder, "-c", config, "-e", "stderr"]


def behind_caddy(folder, port, explorer):
    """The command that starts Caddy, without encryption: otherwise it would request a certificate."""
    site = replaced(block("caddyfile"), {f"{NAME} {{": f"http://{NAME}:{port} {{\n\tbind 127.0.0.1",
                                         "127.0.0.1:8080": f"127.0.0.1:{explorer}"})
    config = folder / "Caddyfile"
    config.write_text("{\n\tadmin off\n\tauto_https off\n}\n" + site)
    return ["caddy", "run", "--adapter", "caddyfile", "--config", config]


def main(program):
    """Tests both proxies."""
    missing = [name for name in ("nginx", "caddy", "openssl") if not shutil.which(name)]
    if missing:
        print(f"{' and '.join(missing)}: missing", file=sys.stderr)
        return 75
    explorer = free_port()
    command = [program, "explore", "--no-table", "--port", str(explorer), "--memory", "16MiB", "--threads", "1",
               "--searches-per-client", "1", "--allow-host", NAME, "--trust-proxy", "127.0.0.1"]
    with tempfile.TemporaryDirectory() as folder, running(command, explorer):
        for name, proxy in (("nginx", behind_nginx), ("caddy", behind_caddy)):
            port, place = free_port(), Path(folder) / name
            place.mkdir()
            with running(proxy(place, port, explorer), port):
                check(name, port, explorer, is_encrypted=name == "nginx")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
