"""httpx alone: .venv/bin/python alone/httpx_alone.py GET wait GET"""

import sys
import time

import httpx

client = httpx.Client(headers={"Authorization": "Bearer secret"}, timeout=2)

for method in sys.argv[1:]:
    if method == "wait":
        time.sleep(1)
        continue
    pet = {"name": "Rex", "categoryId": 1} if method == "POST" else None
    try:
        response = client.request(method, "http://127.0.0.1:8080/v1/pets", json=pet)
        print(method, response.status_code, response.text)
        print(response.json())
    except Exception as error:
        print(method, repr(error))
