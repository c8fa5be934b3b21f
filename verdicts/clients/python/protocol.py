"""The lines between the conformance run and a client in Python. Every adapter in this folder uses them."""

import json
import sys
import traceback


class ApiError(Exception):
    """What an adapter raises for a response that is no success. `body` is what the client decoded, or None."""

    def __init__(self, status, body=None):
        super().__init__(f"The server answered {status}.")
        self.status = status
        self.body = body


def answer_requests(name, version, capabilities, connect, describe):
    """Answers the requests of the run until stdin ends.

    `connect(base_url, api_key, timeout)` makes a client, with the methods `list_pets(**query)`, `create_pet(**pet)`, `get_pet(pet_id)`,
    `head(path)` and `close()`. The timeout is in seconds. `describe(error)` turns what the client raised into an error of the protocol.
    """
    write({"protocol": 1, "client": {"name": name, "version": version, "language": "python"}, "capabilities": capabilities})
    settings = store = None
    for line in sys.stdin.buffer:  # UTF-8, whatever the locale
        request = json.loads(line)
        wanted = (request["baseUrl"].rstrip("/"), request.get("apiKey"), request["timeoutMs"] / 1000)
        if wanted != settings:
            if store is not None:
                store.close()
            settings, store = wanted, connect(*wanted)
        write({"id": request["id"], **answer(store, request, describe)})


def answer(store, request, describe):
    try:
        returned = call(store, request)
        if request.get("method") == "HEAD":
            return {"ok": None}
    except ApiError as error:
        return {"error": describe_api(error)}
    except Exception as error:
        traceback.print_exc()  # as an application logs what it did not expect
        return {"error": describe(error)}
    try:
        return {"ok": show_all(returned) if request["operation"] == "listPets" else show(returned)}
    except Exception as error:  # what the client returned is no pet, and the application fails
        return {"error": {"kind": "decode", "message": f"{type(error).__name__}: {error}"}}


def call(store, request):
    """Makes the call, as an application would."""
    given = {name: int(text) if name in ("petId", "categoryId", "limit") else text for name, text in request["arguments"].items()}
    if request.get("method") == "HEAD":
        return store.head(f"/pets/{given['petId']}" if "petId" in given else "/pets")
    if request["operation"] == "listPets":
        return store.list_pets(**given)
    return store.create_pet(**given) if request["operation"] == "createPet" else store.get_pet(given["petId"])


def show_all(pets):
    if not isinstance(pets, list):
        raise TypeError(f"{type(pets).__name__} is no list")
    return [show(pet) for pet in pets]


def show(pet):
    """The pet as the client returned it. Its integers are strings in the protocol."""
    shown = {"id": to_text(pet["id"]), "name": pet["name"], "categoryId": to_text(pet["categoryId"])}
    return {**shown, "status": pet["status"]} if "status" in pet else shown


def to_text(number):
    """Python reads 1.0 as a float, which is equal to the integer."""
    return str(int(number) if isinstance(number, float) and number.is_integer() else number)


def describe_api(error):
    body = error.body if isinstance(error.body, dict) else {}
    found = {name: body[name] for name in ("code", "message") if isinstance(body.get(name), str)}
    return {"kind": "api", "status": error.status, "message": str(error), **found}


def write(line):
    print(json.dumps(line), flush=True)
