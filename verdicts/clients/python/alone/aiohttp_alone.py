"""aiohttp alone: .venv/bin/python alone/aiohttp_alone.py GET wait GET"""

import asyncio
import sys

import aiohttp


async def main():
    timeout = aiohttp.ClientTimeout(total=2)
    async with aiohttp.ClientSession(headers={"Authorization": "Bearer secret"}, timeout=timeout) as session:
        for method in sys.argv[1:]:
            if method == "wait":
                await asyncio.sleep(1)
                continue
            pet = {"name": "Rex", "categoryId": 1} if method == "POST" else None
            try:
                async with session.request(method, "http://127.0.0.1:8080/v1/pets", json=pet) as response:
                    print(method, response.status, response.ok, await response.json())
            except Exception as error:
                print(method, repr(error))


asyncio.run(main())
