"""An adapter for the conformance run: an ordinary client over urllib."""

import http.client
import json
import platform
import sys
from dataclasses import dataclass
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen


# --- The client under test: put yours here. ---


@dataclass
class Pet:
    id: int
    name: str
    category_id: int
    status: str | None

    @staticmethod
    def of(body):
        return Pet(body["id"], body["name"], body["categoryId"], body.get("status"))


class PetStore:
    def __init__(self, base_url, api_key, timeout):
        self.base_url = base_url.rstrip("/")
        self.headers = {"Authorization": f"Bearer {api_key}"} if api_key is not None else {}
        self.timeout = timeout  # seconds; urllib's is for each operation of the socket, not for the whole exchange

    def send(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = self.headers if body is None else {**self.headers, "Content-Type": "application/json"}
        request = Request(self.base_url + path, data, headers, method=method)
        with urlopen(request, timeout=self.timeout) as response:
            return response.read()

    def list_pets(self, **query):
        path = f"/pets?{urlencode(query)}" if query else "/pets"
        return [Pet.of(pet) for pet in json.loads(self.send("GET", path))]

    def create_pet(self, **pet):
        return Pet.of(json.loads(self.send("POST", "/pets", pet)))

    def get_pet(self, pet_id):
        return Pet.of(json.loads(self.send("GET", f"/pets/{pet_id}")))


# --- The adapter: a request is a line of JSON on stdin, its answer a line on stdout. ---


def call(request):
    store = PetStore(request["baseUrl"], request.get("apiKey"), request["timeoutMs"] / 1000)
    given = {name: int(text) if name in ("petId", "categoryId", "limit") else text
             for name, text in request["arguments"].items()}
    if request.get("method") == "HEAD":
        store.send("HEAD", f"/pets/{given['petId']}" if "petId" in given else "/pets")
        return None
    if request["operation"] == "listPets":
        return [show(pet) for pet in store.list_pets(**given)]
    return show(store.create_pet(**given) if request["operation"] == "createPet" else store.get_pet(given["petId"]))


def show(pet):
    shown = {"id": str(pet.id), "name": pet.name, "categoryId": str(pet.category_id)}
    return shown if pet.status is None else {**shown, "status": pet.status}


def describe(error):
    """What the client raised, as the protocol has it."""
    match error:
        case HTTPError():
            try:
                body = json.load(error)
                return {"kind": "api", "status": error.code, "code": body["code"], "message": body["message"]}
            except Exception:  # no Error body
                return {"kind": "api", "status": error.code, "message": str(error)}
        case TimeoutError() | URLError(reason=TimeoutError()):
            return {"kind": "timeout", "message": str(error)}
        case URLError(reason=ConnectionRefusedError()):
            return {"kind": "transport", "outcome": "not_sent", "message": str(error)}
        case OSError() | http.client.HTTPException():
            return {"kind": "transport", "outcome": "unknown", "message": str(error)}
        case _:
            return {"kind": "decode", "message": f"{type(error).__name__}: {error}"}


def write(line):
    print(json.dumps(line), flush=True)


client = {"name": "urllib", "version": platform.python_version(), "language": "python"}
write({"protocol": 1, "client": client, "capabilities": ["redirects", "head"]})
for line in sys.stdin.buffer:  # UTF-8, whatever the locale
    request = json.loads(line)
    try:
        write({"id": request["id"], "ok": call(request)})
    except Exception as error:
        write({"id": request["id"], "error": describe(error)})
