"""urllib3, with a PoolManager."""

import urllib3
from protocol import ApiError, answer_requests


class PetStore:
    def __init__(self, base_url, api_key, timeout):
        headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        self.base_url = base_url.removesuffix("/")
        self.http = urllib3.PoolManager(headers=headers, timeout=timeout)
        self.close = self.http.clear

    def send(self, method, path, **options):
        response = self.http.request(method, self.base_url + path, **options)
        if 200 <= response.status < 300:
            return response
        raise ApiError(response.status, read_json(response))

    def list_pets(self, **query):
        return self.send("GET", "/pets", fields=query).json()

    def create_pet(self, **pet):
        headers = {**self.http.headers, "Content-Type": "application/json"}
        return self.send("POST", "/pets", json=pet, headers=headers).json()

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
    reason = getattr(error, "reason", error)  # a MaxRetryError has the last error of its attempts
    match reason:
        case urllib3.exceptions.NewConnectionError():
            return {"kind": "transport", "outcome": "not_sent"}
        case urllib3.exceptions.TimeoutError():
            return {"kind": "timeout"}
        case urllib3.exceptions.DecodeError():
            return {"kind": "decode"}
        case urllib3.exceptions.HTTPError() | str():
            return {"kind": "transport", "outcome": "unknown"}
        case _:
            return {"kind": "decode"}


answer_requests("urllib3", urllib3.__version__, ["timeout", "redirects", "head"], PetStore, describe)
