"""httpx, with a Client. With the argument follow_redirects, it follows redirects."""

import sys

import httpx
from protocol import ApiError, answer_requests

options = {"follow_redirects": True} if "follow_redirects" in sys.argv else {}


class PetStore:
    def __init__(self, base_url, api_key, timeout):
        headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        self.client = httpx.Client(base_url=base_url, headers=headers, timeout=timeout, **options)
        self.close = self.client.close

    def send(self, method, path, **options):
        response = self.client.request(method, path, **options)
        if response.is_success:
            return response
        raise ApiError(response.status_code, read_json(response))

    def list_pets(self, **query):
        return self.send("GET", "/pets", params=query).json()

    def create_pet(self, **pet):
        return self.send("POST", "/pets", json=pet).json()

    def get_pet(self, pet_id):
        return self.send("GET", f"/pets/{pet_id}").json()

    def head(self, path):
        self.send("HEAD", path)


def read_json(response):
    try:
        return response.json()
    except ValueError:
        return None


def describe(error):
    match error:
        case httpx.TimeoutException():
            return {"kind": "timeout"}
        case httpx.ConnectError():
            return {"kind": "transport", "outcome": "not_sent"}
        case httpx.RequestError() if not isinstance(error, httpx.DecodingError):
            return {"kind": "transport", "outcome": "unknown"}
        case _:
            return {"kind": "decode"}


capabilities = ["timeout", "head", "gzip", *(["redirects"] if options else [])]
answer_requests("httpx", httpx.__version__, capabilities, PetStore, describe)
