"""Starts `petstore-kit` for a test run, and opens sessions in it. Copy this file beside your tests; it needs the standard library alone.

    server = petstore.Server()
    session = server.open_session()
    ...  # the client under test calls session.base_url with session.key
    session.close()
    server.close()
"""

import json
import shutil
import subprocess
import urllib.error
import urllib.request


class Server:
    """A server with sessions. It ends with this process, even if this process crashes."""

    def __init__(self):
        npx = shutil.which("npx")
        if npx is None:
            raise RuntimeError("npx is not on the PATH: install Node 20 or later")
        # npx starts what `npm ci` has installed, and asks no registry.
        command = [npx, "--no", "--offline", "--", "petstore-kit", "--testing", "--json", "--exit-on-stdin-end"]
        command += ["--port", "0", "--storage", "memory"]
        pipe = subprocess.PIPE  # its end stops the server
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        line = self._process.stdout.readline()  # one line, once it listens
        if not line:
            self.close()
            raise RuntimeError(
                "petstore-kit did not start: run `npm ci` where your package.json is, and read what stands above"
            )
        self.sessions = json.loads(line)["testing"]

    def open_session(self, **options):
        return Session(self.sessions, **options)

    def close(self):
        self._process.communicate()  # closes its stdin, and waits


class Session:
    """A store of its own for one test."""

    def __init__(self, sessions, **options):
        self._sessions = sessions
        opened = self._call("POST", "/sessions", options)
        self.base_url, self.key = opened["baseUrl"], opened["apiKey"]
        self._path = f"/sessions/{opened['id']}"

    def script(self, *steps):
        self._call("PUT", f"{self._path}/script", steps)

    def requests(self, at_least=1):
        """Waits until so many requests have arrived. Raises an error if they do not come within 5 s."""
        return self._call("GET", f"{self._path}/requests?atLeast={at_least}&wait=5000")["requests"]

    def close(self):
        self._call("DELETE", self._path)

    def _call(self, method, path, body=None):
        try:
            return call(method, self._sessions["url"] + path, self._sessions["token"], body)
        except urllib.error.HTTPError as error:
            with error:
                raise RuntimeError(json.load(error)["message"]) from None  # the sentence that says why


def call(method, url, key, body=None):
    """Sends JSON. Returns the JSON of the response."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        text = response.read()
        return json.loads(text) if text else None
