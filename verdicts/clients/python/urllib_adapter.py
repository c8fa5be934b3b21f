"""urllib.request, with urlopen."""

import http.client
import json
import platform
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from protocol import ApiError, answer_requests


class PetStore:
    def __init__(self, base_url, api_key, timeout):
        self.base_url = base_url
        self.headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        self.timeout = timeout

    def close(self):
        pass  # each request has a connection of its own

    def send(self, method, path, data=None, **headers):
        request = Request(self.base_url + path, data, {**self.headers, **headers}, method=method)
        try:
            with urlopen(request, timeout=self.timeout) as response:
                return response.read()
        except HTTPError as error:
            raise ApiError(error.code, read_json(error))

    def list_pets(self, **query):
        return json.loads(self.send("GET", f"/pets?{urlencode(query)}" if query else "/pets"))

    def create_pet(self, **pet):
        return json.loads(self.send("POST", "/pets", json.dumps(pet).encode(), **{"Content-Type": "application/json"}))

    def get_pet(self, pet_id):
        return json.loads(self.send("GET", f"/pets/{pet_id}"))

    def head(self, path):
        self.send("HEAD", path)


def read_json(response):
    try:
        return json.load(response)
    except (ValueError, OSError, http.client.HTTPException):
        return None


def describe(error):
    match error:
        case TimeoutError() | URLError(reason=TimeoutError()):
            return {"kind": "timeout", "message": str(error)}
        case URLError(reason=ConnectionRefusedError()):
            return {"kind": "transport", "outcome": "not_sent", "message": str(error)}
        case OSError() | http.client.HTTPException():
            return {"kind": "transport", "outcome": "unknown", "message": str(error)}
        case _:
            return {"kind": "decode", "message": f"{type(error).__name__}: {error}"}


# Its timeout is for each operation of the socket, so `timeout` is not declared.
answer_requests("urllib.request", platform.python_version(), ["redirects", "head"], PetStore, describe)
