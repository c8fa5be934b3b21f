"""requests, with a Session."""

import requests
from protocol import ApiError, answer_requests
from urllib3.exceptions import ReadTimeoutError


class PetStore:
    def __init__(self, base_url, api_key, timeout):
        self.base_url = base_url.removesuffix("/")
        self.timeout = timeout
        self.session = requests.Session()
        self.close = self.session.close
        if api_key is not None:
            self.session.headers["Authorization"] = f"Bearer {api_key}"

    def send(self, method, path, **options):
        response = self.session.request(method, self.base_url + path, timeout=self.timeout, **options)
        if response.ok:
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
    except requests.JSONDecodeError:
        return None


def describe(error):
    match error:
        case requests.JSONDecodeError():
            return {"kind": "decode"}
        case requests.Timeout() | requests.ConnectionError(args=(ReadTimeoutError(),)):  # the latter while it reads the body
            return {"kind": "timeout"}
        case requests.ConnectionError() if "Connection refused" in str(error):
            return {"kind": "transport", "outcome": "not_sent"}
        case requests.RequestException():
            return {"kind": "transport", "outcome": "unknown"}
        case _:
            return {"kind": "decode"}


answer_requests("requests", requests.__version__, ["timeout", "redirects", "head", "gzip"], PetStore, describe)
