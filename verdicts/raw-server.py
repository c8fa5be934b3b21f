"""Answers each HTTP request with bytes of your own, and prints what it receives.

    python3 raw-server.py 'HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n[]'

Each argument answers one request, in their order; the last one answers every further request. In it, \\r, \\n and \\xNN stand for bytes,
<wait 2> waits for two seconds, and <close> closes the connection. Port 8081 is another origin than port 8080. Requests "from" one port
came over one connection.
"""

import re
import socketserver
import sys
import threading
import time


def unescape(argument):
    text = argument.encode().replace(rb"\r", b"\r").replace(rb"\n", b"\n")
    return re.sub(rb"\\x([0-9a-fA-F]{2})", lambda found: bytes([int(found[1], 16)]), text)


responses, lock = [unescape(argument) for argument in sys.argv[1:]], threading.Lock()


class Handler(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True

    def handle(self):
        while request := self.read_request():
            with lock:
                for line in request.decode("utf-8", "backslashreplace").splitlines():
                    print(self.server.server_address[1], "from", self.client_address[1], ">", line, flush=True)
                response = responses.pop(0) if len(responses) > 1 else responses[0]
            for part in re.split(rb"(<wait [\d.]+>|<close>)", response):
                if part == b"<close>":
                    return
                if part.startswith(b"<wait "):
                    time.sleep(float(part[6:-1]))
                else:
                    self.wfile.write(part)

    def read_request(self):
        head = b""
        while (line := self.rfile.readline()) not in (b"\r\n", b""):
            head += line
        length = re.search(rb"(?im)^content-length: *(\d+)", head)
        body = self.rfile.read(int(length[1])) if length else b""
        if re.search(rb"(?im)^transfer-encoding: *chunked", head):
            while not body.endswith(b"0\r\n\r\n"):
                body += self.rfile.readline()
        return head + b"\r\n" + body if head else b""


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


threading.Thread(target=Server(("127.0.0.1", 8081), Handler).serve_forever, daemon=True).start()
Server(("127.0.0.1", 8080), Handler).serve_forever()
