"""The common part of the adapters in Python: a request of the run is a line of JSON on stdin, its answer a line on stdout."""

import base64
import json
import sys
import traceback


class ApiError(Exception):
    """A response that is no success. `body` is what the client read of it: a dict, or None."""

    def __init__(self, status, body=None):
        super().__init__(f"The server answered {status}.")
        self.status = status
        self.body = body


class Response:
    """A response as the client returned it, with a body of str or bytes: for a client that reads no JSON. The run reads it."""

    def __init__(self, status, body):
        self.status = status
        self.body = body


def answer_requests(name, version, capabilities, connect, describe):
    """Answers the requests of the run until stdin ends.

    `connect(base_url, api_key, timeout)` makes a client, with the methods `list_pets(**query)`, `create_pet(**pet)`, `get_pet(pet_id)`,
    `head(path)` and `close()`. `describe(error)` says what an exception of the client means: the fields of an error of the protocol.
    """
    write({"protocol": 1, "client": {"name": name, "version": version, "language": "python"}, "capabilities": capabilities})
    stores = {}  # by their settings, with their connections: the newest ten
    for line in sys.stdin.buffer:  # UTF-8, whatever the locale
        request = json.loads(line)
        settings = (request["baseUrl"], request.get("apiKey"), request["timeoutMs"] / 1000)
        if settings not in stores:
            if len(stores) == 10:
                stores.pop(next(iter(stores))).close()
            stores[settings] = connect(*settings)
        write({"id": request["id"], **answer(stores[settings], request, describe)})


def answer(store, request, describe):
    try:
        returned = call(store, request)
    except ApiError as error:
        return {"error": describe_api(error)}
    except Exception as error:
        traceback.print_exc()  # as an application logs what it did not expect
        return {"error": {"message": str(error), **describe(error)}}
    if isinstance(returned, Response):
        return {"response": show_response(returned)}
    return {"ok": [show(pet) for pet in returned] if isinstance(returned, list) else show(returned)}


def call(store, request):
    """Makes the call, as an application would."""
    given = {name: int(text) if name in ("petId", "categoryId", "limit") else text for name, text in request["arguments"].items()}
    if request.get("method") == "HEAD":
        return store.head(f"/pets/{given['petId']}" if "petId" in given else "/pets")
    if request["operation"] == "listPets":
        return store.list_pets(**given)
    return store.create_pet(**given) if request["operation"] == "createPet" else store.get_pet(given["petId"])


def show(pet):
    """What the client returned. The integers of a pet are strings in the protocol."""
    if not isinstance(pet, dict):
        return pet
    numbers = {name: str(pet[name]) for name in ("id", "categoryId") if isinstance(pet.get(name), (int, float))}
    return {**pet, **numbers}


def show_response(response):
    if isinstance(response.body, str):
        return {"status": response.status, "body": response.body}
    return {"status": response.status, "base64": base64.b64encode(response.body).decode()}


def describe_api(error):
    body = error.body if isinstance(error.body, dict) else {}
    found = {name: body[name] for name in ("code", "message") if isinstance(body.get(name), str)}
    return {"kind": "api", "status": error.status, "message": str(error), **found}


def write(line):
    print(json.dumps(line), flush=True)
