"""aiohttp, with a ClientSession."""

import asyncio
import threading

import aiohttp
from protocol import ApiError, answer_requests

# It runs between the calls too, as in an application.
loop = asyncio.new_event_loop()
threading.Thread(target=loop.run_forever, daemon=True).start()


def run(coroutine):
    return asyncio.run_coroutine_threadsafe(coroutine, loop).result()


class PetStore:
    def __init__(self, base_url, api_key, timeout):
        self.base_url = base_url.removesuffix("/")
        self.session = run(self.open(api_key, timeout))

    async def open(self, api_key, timeout):
        headers = {} if api_key is None else {"Authorization": f"Bearer {api_key}"}
        return aiohttp.ClientSession(headers=headers, timeout=aiohttp.ClientTimeout(total=timeout))

    def close(self):
        run(self.session.close())

    def send(self, method, path, **options):
        return run(self.exchange(method, path, **options))

    async def exchange(self, method, path, **options):
        async with self.session.request(method, self.base_url + path, **options) as response:
            if not response.ok:
                raise ApiError(response.status, await read_json(response))
            return None if method == "HEAD" else await response.json()

    def list_pets(self, **query):
        return self.send("GET", "/pets", params=query)

    def create_pet(self, **pet):
        return self.send("POST", "/pets", json=pet)

    def get_pet(self, pet_id):
        return self.send("GET", f"/pets/{pet_id}")

    def head(self, path):
        self.send("HEAD", path)


async def read_json(response):
    try:
        return await response.json()
    except (aiohttp.ContentTypeError, ValueError):
        return None


def describe(error):
    match error:
        case aiohttp.ContentTypeError():
            return {"kind": "decode"}
        case TimeoutError():
            return {"kind": "timeout"}
        case aiohttp.ClientConnectorError():
            return {"kind": "transport", "outcome": "not_sent"}
        case aiohttp.ClientError():
            return {"kind": "transport", "outcome": "unknown"}
        case _:
            return {"kind": "decode"}


answer_requests("aiohttp", aiohttp.__version__, ["timeout", "redirects", "head", "gzip"], PetStore, describe)
