# SPDX-License-Identifier: GPL-3.0-or-later
"""Every row of the comparison: who takes part, what is asked of them, and what is to be reached."""

import functools
from dataclasses import dataclass, field
from pathlib import Path

from .contenders import Settings
from .figures import at_least, at_most
from .load import Load

OURS = "servelab"
IDLE = 10_000
LONG = {"timeouts": {"keepAlive": 0, "inactivity": 0, "headers": 0, "request": 0}}


@dataclass(frozen=True)
class Participant:
    """One of those measured side by side in a row, under a name of its own."""

    label: str
    contender: str
    load: Load
    settings: Settings


@dataclass(frozen=True)
class TimedRow:
    name: str
    title: str
    participants: tuple
    targets: tuple
    rounds: int | None = None  # most rounds; the run's where it is None
    needs: str = ""  # "tls" or "node-http-server"
    note: str = ""


@dataclass
class Maker:
    """Builds participants on one fixture."""

    fixture: object
    certificate: dict = field(default_factory=dict)

    def one(self, contender, load, label=None, **settings):
        settings.setdefault("root", self.fixture.root)
        return Participant(label or contender, contender, load, Settings(**settings))

    def all(self, contenders, load, limit=(), **settings):
        """The same load for each; `limit` are the arguments of the limit program."""
        def own(name):
            return settings | {"arguments": tuple(limit)} if name == "limit" else settings
        return tuple(self.one(name, load, **own(name)) for name in contenders)


def body(path, *more):
    return ("--body", str(path), *more)


def small_file_targets():
    return (at_most("cpu", OURS, 1.10, "limit"), at_most("cpu", OURS, 0.75, "nginx"), at_most("cpu", OURS, 0.85, "h2o"))


def small_files(make):
    files = make.fixture
    for size, title, path in (("13b", "13 B", files.small), ("1k", "1 KiB", files.page)):
        for connections in (50, 400):
            names = [OURS, "limit", "nginx", "h2o"]
            if (size, connections) == ("13b", 50):
                names += ["nginx-sendfile", "lighttpd"]
            load = Load("/" + path.name, path, connections)
            targets = small_file_targets()
            if size == "13b":  # the ratio to the limit that was seen of uWebSockets, and a twentieth
                targets += (at_most("cpu", OURS, 1.04 * 1.05, "limit"),)
            yield TimedRow(f"static-{size}-{connections}", f"{title} static, {connections} connections",
                           make.all(names, load, body(path)), targets)


def validation(make):
    load = Load("/a.txt", None, 50, ("--status", 304, "--field", "If-Modified-Since: Tue, 14 Nov 2023 22:13:20 GMT"))
    yield TimedRow("not-modified", "304, 50 connections",
                   make.all([OURS, "limit", "nginx", "h2o"], load, ("--not-modified",)),
                   (at_most("cpu", OURS, 0.95, "nginx"),))


def connections(make):
    small = make.fixture.small
    each = Load("/a.txt", small, 50, ("--per-request",))
    yield TimedRow("connection-per-request", "a connection for each request",
                   make.all([OURS, "limit", "nginx", "h2o"], each, body(small, "--close")),
                   (at_most("cpu", OURS, 1.05, "nginx"),))
    pipelined = Load("/a.txt", small, 50, ("--pipelined", 16))
    yield TimedRow("pipelined-16", "16 requests in one write, 50 connections",
                   make.all([OURS, "limit", "nginx"], pipelined, body(small, "--per-read", "16")),
                   (at_least("rate", OURS, 2.0, "nginx"),))
    one = Load("/a.txt", small, 1)
    yield TimedRow("low-load", "one connection, one request at a time",
                   make.all([OURS, "limit", "nginx"], one, body(small)),
                   (at_most("cpu", OURS, 1.10, "limit"),))
    plain = Load("/a.txt", small, 50)
    idle = Load("/a.txt", small, 50, ("--idle", IDLE))
    yield TimedRow("idle-10000", "10,000 idle connections and 50 active",
                   (make.one(OURS, plain, "without idle", patch=LONG), make.one(OURS, idle, "with idle", patch=LONG)),
                   (at_most("cpu", "with idle", 1.05, "without idle"),))
    yield TimedRow("two-workers", "two workers on two cores against one on one",
                   (make.one(OURS, plain, "one worker"),
                    make.one(OURS, plain, "two workers", workers=2, cores="both")),
                   (at_most("cpu", "two workers", 2 / 1.7, "one worker"),),
                   note="1.7 x the capacity is CPU for a request at most 2 / 1.7 of one worker's; the client shares the second core")


def large_files(make):
    files = make.fixture
    slow = Load("/100k.txt", files.middle, 50, ("--receive-buffer", 16384))
    flavours = ("nginx", "nginx-sendfile")
    yield TimedRow("100k-slow", "100 KiB, slow reader (receive buffer of 16 KiB)",
                   make.all([OURS, "limit", *flavours, "h2o"], slow, body(files.middle)),
                   (at_most("cpu", OURS, 0.6, *flavours),))
    fast = Load("/100k.txt", files.middle, 50, ("--discard",))
    yield TimedRow("100k-fast", "100 KiB, fast reader",
                   make.all([OURS, "limit", *flavours, "h2o"], fast, body(files.middle)),
                   (at_most("cpu", OURS, 1.0, *flavours),))
    for name, title, path, count, content in (
            ("8m", "8 MiB", files.large, 4, files.large), ("1g", "1 GiB", files.huge, 1, None)):
        load = Load("/" + path.name, content, count, ("--discard",), partial=True)
        yield TimedRow(name, f"{title}, fast reader",
                       make.all([OURS, "nginx-sendfile", "nginx", "h2o"], load),
                       (at_most("cpu", OURS, 1.05, "nginx-sendfile"),
                        at_least("rate", OURS, 1.0, "nginx-sendfile", "nginx", "h2o"),
                        at_most("privateGrowthMiB", OURS, 1.0)))
    middle = 4 * 1024 * 1024
    part = Load("/8m.bin", files.large, 50, ("--field", f"Range: bytes={middle}-{middle + 15}", "--status", 206,
                                             "--first", middle, "--length", 16))
    yield TimedRow("range", "16 bytes from the middle of 8 MiB",
                   (make.one(OURS, part, "range"), make.one(OURS, Load("/a.txt", files.small, 50), "13 B file"),
                    make.one("nginx-sendfile", part, "nginx-sendfile, range")),
                   (at_most("cpu", "range", 1.15, "13 B file"),))


def virtual_hosts(make):
    def hosts(count):
        return {"anyHost": False, "domains": [
            {"host": f"Site{i:04d}.Example", "root": str(make.fixture.root)} for i in range(count)]}

    def pair(load):
        return (make.one(OURS, load, "one host", patch=hosts(1)), make.one(OURS, load, "1,000 hosts", patch=hosts(1000)))

    target = (at_most("cpu", "1,000 hosts", 1.03, "one host"),)
    hit = Load("/a.txt", make.fixture.small, 50, ("--host", "sITE0000.eXAMPLE"))
    yield TimedRow("host-hit", "1,000 virtual hosts, mixed case, hit", pair(hit), target)
    miss = Load("/a.txt", None, 50, ("--host", "nOBODY.eXAMPLE", "--status", 421))
    yield TimedRow("host-miss", "1,000 virtual hosts, mixed case, miss", pair(miss), target)


def coding(make):
    text = make.fixture.text
    wish = ("--field", "Accept-Encoding: br", "--coding", "br")
    patch = {"compression": {"enabled": True, "brotliQuality": 4}}
    one = Load("/log.json", text, 1, (*wish, "--discard"))
    ten = Load("/log.json", text, 10, (*wish, "--discard"))
    yield TimedRow("brotli-cached", "Brotli 4 of 2.5 MiB, cached",
                   (make.one(OURS, one, "one client", patch=patch),
                    make.one(OURS, ten, "ten clients", patch=patch, workers=2, cores="both")),
                   (at_least("rate", "one client", 100 * 16.7), at_least("rate", "ten clients", 100 * 24.1)),
                   note="16.7 and 24.1 requests a second are node-http-server's, see measured figures in the README")
    uncached = patch | {"techniques": {"codedVariants": "eachRequest"}}
    each = Load("/log.json", text, 1, (*wish, "--varying"), seconds=2)
    yield TimedRow("brotli-each", "Brotli 4 of 2.5 MiB, coded for each request",
                   (make.one(OURS, each, patch=uncached), make.one("oneshot", each, arguments=body(text))),
                   (at_most("cpu", OURS, 0.95, "oneshot"),))


def encrypted(make):
    files = make.fixture
    mine = {"arguments": ("--port", "0", "--https", "--https-port", "{port}", "--cert", "{certificate}", "--key", "{key}")}

    def all_of(load):
        common = {"values": make.certificate, "flags": ("tls",)}
        return (make.one(OURS, load, **common, **mine), make.one("nginx", load, **common), make.one("h2o", load, **common))

    for name, title, load, limit in (
            ("tls-1k", "TLS 1.3 keep-alive, 1 KiB", Load("/1k.txt", files.page, 50, ("--tls", "kept")), 0.55),
            ("tls-100k", "TLS 1.3 keep-alive, 100 KiB", Load("/100k.txt", files.middle, 50, ("--tls", "kept")), 0.45),
            ("tls-full", "TLS 1.3 full handshake", Load("/a.txt", files.small, 20, ("--tls", "full")), 1.05),
            ("tls-resumed", "TLS 1.3 resumed", Load("/a.txt", files.small, 20, ("--tls", "resumed")), 1.05)):
        yield TimedRow(name, title, all_of(load), (at_most("cpu", OURS, limit, "nginx"),), needs="tls")


def access_records(make):
    load = Load("/a.txt", make.fixture.small, 50)
    yield TimedRow("access-log", "access records on",
                   (make.one(OURS, load, "log off"), make.one(OURS, load, "log on", patch={"log": "{folder}/access.ndjson"})),
                   (at_most("cpu", "log on", 1.10, "log off"),))
    yield TimedRow("request-list", "request list of the window attached",
                   (make.one("window", load, "list off"), make.one("window", load, "list on", arguments=("--list",))),
                   (at_most("cpu", "list on", 1.10, "list off"),))


def by_wrk(make):
    files = make.fixture
    field_of = [OURS, "limit", "nginx", "nginx-sendfile", "h2o", "lighttpd", "caddy", "node", "deno", "bun", "uwebsockets"]
    load = Load("/a.txt", files.small, 50, client="wrk")
    yield TimedRow("wrk-13b-50", "13 B static, 50 connections, wrk",
                   make.all(field_of, load, body(files.small), file=files.small),
                   (at_most("cpu", OURS, 1.10, "limit"), at_most("cpu", OURS, 0.75, "nginx"), at_most("cpu", OURS, 0.85, "h2o")),
                   rounds=5)
    load = Load("/1k.txt", files.page, 400, client="wrk")
    yield TimedRow("wrk-1k-400", "1 KiB static, 400 connections, wrk",
                   make.all([OURS, "limit", "nginx", "h2o"], load, body(files.page)), small_file_targets(), rounds=5)
    load = Load("/a.txt", files.small, 50, client="wrk", closes=True)
    yield TimedRow("wrk-connection-per-request", "a connection for each request, wrk",
                   make.all([OURS, "nginx"], load), (at_most("cpu", OURS, 1.05, "nginx"),), rounds=5)


def growth(make, file_counts):
    """Curves: the targets say only that nothing grows faster than it must."""
    small = make.fixture.small
    counts = (1, 10, 100, 1_000, 10_000)
    yield TimedRow("growth-connections", "13 B static at 1 to 10,000 connections",
                   tuple(make.one(name, Load("/a.txt", small, count, seconds=1.0), f"{name}, {count:,} connections",
                                  patch=LONG, flags=("idle",))
                         for name in (OURS, "nginx") for count in counts),
                   tuple(at_most("cpu", f"{OURS}, {count:,} connections", 1.0, f"nginx, {count:,} connections")
                         for count in counts), rounds=3)
    yield TimedRow("growth-files", "13 B static, every one of many files in turn",
                   tuple(make.one(name, Load("/%.txt", small, 50, spread=count), f"{name}, {count:,} files",
                                  root=functools.partial(make.fixture.many, count))
                         for name in (OURS, "nginx") for count in file_counts),
                   tuple(at_most("cpu", f"{OURS}, {count:,} files", 1.0, f"nginx, {count:,} files")
                         for count in file_counts), rounds=3)


def node_http_server(make):
    """The rows of its own table that need no code of the caller's, ten clients."""
    files = make.fixture
    other = "node-http-server"
    brotli = ("--field", "Accept-Encoding: br", "--coding", "br", "--varying")

    def row(name, title, load, patch=None, **values):
        values = {"domain": "127.0.0.1", "domains": "{}", "brotli": "-1"} | values
        return TimedRow("n-" + name, title, (make.one(OURS, load, patch=patch or {}), make.one(other, load, values=values)),
                        (at_most("cpu", OURS, 0.1, other),), needs="node-http-server", rounds=5)

    def compression(quality):
        return {"compression": {"enabled": True, "brotliQuality": quality}}

    hosts = {f"Site{i:04d}.Example": str(files.root) for i in range(1000)}
    ours = {"anyHost": False, "domains": [{"host": name, "root": root} for name, root in hosts.items()]}
    theirs = "{" + ", ".join(f"'{name.lower()}': '{root}'" for name, root in hosts.items()) + "}"
    get = Load("/small.txt", files.small32, 10)
    yield row("static-get", "GET of 32 B", get)
    yield row("static-head", "HEAD of 32 B", Load("/small.txt", files.small32, 10, ("--method", "HEAD")))
    yield row("host-hit", "Host among 1,000", Load("/small.txt", files.small32, 10, ("--host", "sITE0500.eXAMPLE")),
              ours, domains=theirs)
    yield row("host-miss", "unknown Host, 1,000 domains",
              Load("/small.txt", None, 10, ("--host", "nOBODY.eXAMPLE", "--status", 421)), ours, domains=theirs)
    yield row("head-large", "HEAD of 8 MiB", Load("/8m.bin", files.large, 10, ("--method", "HEAD")))
    yield row("range-large", "64 KiB from the middle of 8 MiB",
              Load("/8m.bin", files.large, 10, ("--field", "Range: bytes=4194304-4259839", "--status", 206,
                                                "--first", 4194304, "--length", 65536)))
    for quality in (4, 11):
        load = Load("/log.json", files.text, 2, brotli, seconds=1.0 if quality == 4 else 4.0)
        yield row(f"brotli-{quality}", f"Brotli {quality} of 2.5 MiB", load, compression(quality), brotli=str(quality))


def timed_rows(fixture, certificate, file_counts):
    make = Maker(fixture, certificate)
    for rows in (small_files, validation, connections, large_files, virtual_hosts, coding, encrypted, access_records,
                 by_wrk):
        yield from rows(make)
    yield from growth(make, file_counts)
    yield from node_http_server(make)
