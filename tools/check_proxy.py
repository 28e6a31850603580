#!/usr/bin/env python3
"""Tries deploy/nginx.conf: nginx with TLS before a real server, and a page as a program.

    python3 tools/check_proxy.py path/to/stammtisch

The example is taken as it stands; only names of files, ports and addresses are put in. The certificate signs itself. Clients come
from several addresses of the loopback, so that it can be seen which address the server takes them for.
"""

import http.client
import json
import pathlib
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import time

from page import Page

ROOT = pathlib.Path(__file__).resolve().parent.parent
NAME = "play.example.org"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def eventually(what, attempt):
    """Repeats an attempt until it does not fail, for 20 seconds at most."""
    until = time.monotonic() + 20
    while True:
        try:
            return attempt()
        except OSError:
            if time.monotonic() > until:
                raise SystemExit(f"check_proxy: {what} did not come up")
            time.sleep(0.05)


class Proxy:
    """nginx and the server behind it."""

    def __init__(self, program, folder):
        self.plain, self.tls, self.back = free_port(), free_port(), free_port()
        self.folder, self.children = pathlib.Path(folder), []
        self.certify()
        self.start(
            [program, "serve", "--listen", f"127.0.0.1:{self.back}", "--data", folder + "/data", "--log", "error"]
            + ["--public-url", f"https://{NAME}", "--trusted-proxies", "127.0.0.1"]
            + ["--set", "rates.guests=[2, 0.001]"]
        )
        (self.folder / "nginx.conf").write_text(self.configuration())
        self.start([shutil.which("nginx") or "/usr/sbin/nginx", "-p", folder, "-c", folder + "/nginx.conf", "-g", "daemon off;"])
        for port in (self.back, self.plain, self.tls):
            eventually(f"port {port}", lambda: socket.create_connection(("127.0.0.1", port), 1).close())

    def certify(self):
        made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"]
        made += ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
        made += ["-keyout", str(self.folder / "privkey.pem"), "-out", str(self.folder / "fullchain.pem")]
        subprocess.run(made, check=True, capture_output=True)

    def configuration(self):
        site = (ROOT / "deploy/nginx.conf").read_text()
        for old, new in [
            ("listen 80;", f"listen 127.0.0.1:{self.plain};"),
            ("    listen [::]:80;\n", ""),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.tls} ssl;"),
            ("    listen [::]:443 ssl;\n", ""),
            (f"/etc/letsencrypt/live/{NAME}", str(self.folder)),
            ("http://127.0.0.1:8080", f"http://127.0.0.1:{self.back}"),
        ]:
            assert old in site, f"{old} is not in the example"
            site = site.replace(old, new)
        # What Debian's nginx.conf has around a site, as far as it matters.
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        return f"pid {self.folder}/pid; error_log stderr crit; events {{}} http {{ access_log off; {temporary}\n{site}}}\n"

    def start(self, command):
        self.children.append(subprocess.Popen(command, stdout=subprocess.DEVNULL))

    def stop(self):
        for child in reversed(self.children):
            child.terminate()
            child.wait(20)

    def connect(self, source):
        """A TLS connection from an address, which checks the certificate as a browser does."""
        context = ssl.create_default_context(cafile=str(self.folder / "fullchain.pem"))
        stream = socket.create_connection(("127.0.0.1", self.tls), 10, source_address=(source, 0))
        return context.wrap_socket(stream, server_hostname=NAME)

    def ask(self, source, method, path, body=None, headers=(), direct=False):
        """Status, headers and body of the answer to a request from an address."""
        if direct:
            line = http.client.HTTPConnection("127.0.0.1", self.back, timeout=10, source_address=(source, 0))
        else:
            line = http.client.HTTPConnection(NAME)
            line.sock = self.connect(source)
        sent = {"Content-Type": "application/json", **dict(headers)}
        line.request(method, path, json.dumps(body) if body is not None else None, sent)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode()


def check(proxy):
    # Without TLS one is sent to where there is some.
    line = http.client.HTTPConnection("127.0.0.1", proxy.plain, timeout=10)
    line.request("GET", "/t/abc?x=1", headers={"Host": NAME})
    answer = line.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/t/abc?x=1"), answer.headers

    # The page and its headers; the cookie is for TLS only.
    status, headers, page = proxy.ask("127.0.0.2", "GET", "/")
    assert status == 200 and "<html" in page and headers["Strict-Transport-Security"], headers
    assert headers["Content-Security-Policy"].startswith("default-src 'none'"), headers
    status, headers, body = proxy.ask("127.0.0.2", "POST", "/api/guests", {"name": "Anna"}, {"Origin": f"https://{NAME}"})
    assert status == 201 and "; Secure" in headers["Set-Cookie"], (status, headers, body)
    token = json.loads(body)["token"]

    # A socket: our page's is let in and served, another site's is not.
    cookie = {"Cookie": f"stammtisch={token}"}
    status, _, body = proxy.ask("127.0.0.2", "POST", "/api/tables", {"game": "kniffel"}, cookie)
    assert status == 201, body
    mine = Page(proxy.connect("127.0.0.2"), NAME, token, f"https://{NAME}")
    assert mine.status == 101, mine.status
    mine.say({"type": "join_table", "id": "1", "tableId": json.loads(body)["tableId"]})
    assert mine.hear("welcome")["game"] == "kniffel"
    assert mine.hear("ack")["id"] == "1"
    assert Page(proxy.connect("127.0.0.2"), NAME, token, "https://evil.example").status == 403

    # Addresses: everybody has two names to make, each for themselves, whatever they write into the header.
    def guest(source, headers=(), direct=False):
        return proxy.ask(source, "POST", "/api/guests", {"name": "Bert"}, headers, direct)[0]

    assert guest("127.0.0.2") == 201
    assert guest("127.0.0.2") == 429, "the third name from one address"
    assert guest("127.0.0.2", {"X-Forwarded-For": "198.51.100.7"}) == 429, "a made-up address through the proxy"
    assert [guest("127.0.0.3") for _ in range(3)] == [201, 201, 429], "another address has its own"
    # Whoever gets past the proxy is not believed at all.
    assert [guest("127.0.0.4", {"X-Forwarded-For": f"198.51.100.{n}"}, direct=True) for n in range(3)] == [201, 201, 429]

    # Counters are for this machine, and not for what was passed on.
    assert proxy.ask("127.0.0.2", "GET", "/metrics")[0] == 404
    status, _, counters = proxy.ask("127.0.0.1", "GET", "/metrics", direct=True)
    assert status == 200 and "stammtisch_sockets" in counters, (status, counters)
    assert proxy.ask("127.0.0.1", "GET", "/metrics", headers={"X-Forwarded-For": "127.0.0.1"}, direct=True)[0] == 403


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="stammtisch-proxy-") as folder:
        proxy = Proxy(str(program), folder)
        try:
            check(proxy)
        finally:
            proxy.stop()
    print("deploy/nginx.conf: TLS, sockets, addresses and counters are as they should be")


if __name__ == "__main__":
    main()
