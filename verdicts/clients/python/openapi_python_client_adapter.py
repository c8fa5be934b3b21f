"""The client that openapi-python-client generates, with its functions `sync_detailed`."""

import sys
from importlib.metadata import version

sys.path.insert(0, "build")

import httpx
from pet_store_client import AuthenticatedClient, Client
from pet_store_client.api.animals import create_pet, get_pet, list_pets
from pet_store_client.models import Error, NewPet, PetStatus
from protocol import ApiError, answer_requests


class PetStore:
    def __init__(self, base_url, api_key, timeout):
        options = {"base_url": base_url, "timeout": httpx.Timeout(timeout)}
        self.client = Client(**options) if api_key is None else AuthenticatedClient(**options, token=api_key)

    def close(self):
        self.client.get_httpx_client().close()

    def list_pets(self, **query):
        return [pet.to_dict() for pet in unwrap(list_pets.sync_detailed(client=self.client, **with_status(query)))]

    def create_pet(self, name, categoryId, **others):
        body = NewPet(name=name, category_id=categoryId, **with_status(others))
        return unwrap(create_pet.sync_detailed(client=self.client, body=body)).to_dict()

    def get_pet(self, pet_id):
        return unwrap(get_pet.sync_detailed(pet_id, client=self.client)).to_dict()


class UnknownStatus(Exception):
    """The types of the client do not have this status."""


def with_status(given):
    if given.get("status", "sold") not in list(PetStatus):
        raise UnknownStatus(given["status"])
    return {**given, "status": PetStatus(given["status"])} if "status" in given else given


def unwrap(response):
    if 200 <= response.status_code < 300:
        return response.parsed
    raise ApiError(response.status_code, response.parsed.to_dict() if isinstance(response.parsed, Error) else None)


def describe(error):
    match error:
        case UnknownStatus():
            return {"kind": "unsupported"}
        case httpx.TimeoutException():
            return {"kind": "timeout"}
        case httpx.ConnectError():
            return {"kind": "transport", "outcome": "not_sent"}
        case httpx.RequestError() if not isinstance(error, httpx.DecodingError):
            return {"kind": "transport", "outcome": "unknown"}
        case _:
            return {"kind": "decode"}


answer_requests("openapi-python-client", version("openapi-python-client"), ["timeout", "gzip"], PetStore, describe)
