"""The adapter of urllib.request. For your client, change how it is made and called. protocol.py stays as it is.

    npx petstore-kit conformance run --command "python3 adapter.py"
"""

import http.client
import json
import platform
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from protocol import Response, answer_requests


class PetStore:
    """Your client. A method returns what the client returned: a dict for a pet, or a Response. Or it raises what the client raised."""

    def __init__(self, base_url, api_key, timeout):
        self.base_url = base_url.removesuffix("/")
        self.headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        self.timeout = timeout  # in seconds

    def close(self):
        pass  # each request has a connection of its own

    def list_pets(self, **query):
        return self.send("GET", f"/pets?{urlencode(query)}")

    def create_pet(self, **pet):
        return self.send("POST", "/pets", json.dumps(pet).encode(), **{"Content-Type": "application/json"})

    def get_pet(self, pet_id):
        return self.send("GET", f"/pets/{pet_id}")

    def head(self, path):
        return self.send("HEAD", path)

    def send(self, method, path, data=None, **headers):
        request = Request(self.base_url + path, data, {**self.headers, **headers}, method=method)
        try:
            with urlopen(request, timeout=self.timeout) as response:
                return Response(response.status, response.read())
        except HTTPError as error:
            return Response(error.status, error.read())


def describe(error):
    """What an exception of the client means."""
    match error:
        case TimeoutError() | URLError(reason=TimeoutError()):
            return {"kind": "timeout"}
        case URLError(reason=ConnectionRefusedError()):
            return {"kind": "transport", "outcome": "not_sent"}
        case OSError() | http.client.HTTPException():
            return {"kind": "transport", "outcome": "unknown"}
        case _:
            return {"kind": "decode"}  # a response that the client could not read


answer_requests("urllib.request", platform.python_version(), ["timeout", "redirects", "head"], PetStore, describe)
