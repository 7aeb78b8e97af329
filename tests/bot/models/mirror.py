"""A local server with gensim-data's layout, which cuts connections on demand."""

import hashlib
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@dataclass
class Mirror:
    """The served files by path, and the requests so far."""

    files: dict[str, bytes] = field(default_factory=dict)
    cuts: list[int] = field(default_factory=list)
    """Bytes after which each of the next responses of a model's file is cut off."""
    ranges: bool = True
    status: int | None = None
    requests: list[tuple[str, str | None]] = field(default_factory=list)
    address: str = ""

    def publish(self, name: str, parts: Sequence[bytes], **changes: object) -> None:
        """Serve a model's parts, and a catalogue that describes them."""
        sums = [hashlib.md5(part, usedforsecurity=False).hexdigest() for part in parts]
        described: dict[str, object] = {
            "parts": len(parts),
            "file_size": sum(map(len, parts)),
            "file_name": f"{name}.gz",
        }
        if len(parts) == 1:
            self.files[f"/{name}/{name}.gz"] = parts[0]
            described["checksum"] = sums[0]
        else:
            for number, part in enumerate(parts):
                self.files[f"/{name}/{name}.gz_0{number}"] = part
                described[f"checksum-{number}"] = sums[number]
        catalogue = {"corpora": {}, "models": {name: described | changes}}
        self.files["/list.json"] = json.dumps(catalogue).encode()


@contextmanager
def served(mirror: Mirror) -> Iterator[Mirror]:
    """Serve a mirror on a free port; its `address` names the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.headers.get("Range")
            mirror.requests.append((self.path, asked))
            content = mirror.files.get(self.path)
            if content is None or mirror.status is not None:
                self.send_error(mirror.status or 404)
                return
            start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
            if asked and mirror.ranges and start >= len(content):
                self.send_error(416)
                return
            partial = bool(asked) and mirror.ranges
            self.send_response(206 if partial else 200)
            if partial:
                said = f"bytes {start}-{len(content) - 1}/{len(content)}"
                self.send_header("Content-Range", said)
            body = content[start:] if partial else content
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            is_cut = bool(mirror.cuts) and self.path != "/list.json"
            self.wfile.write(body[: mirror.cuts.pop(0)] if is_cut else body)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    mirror.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield mirror
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
