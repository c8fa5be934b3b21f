"""urllib3 alone: .venv/bin/python alone/urllib3_alone.py GET POST"""

import sys

import urllib3

http = urllib3.PoolManager(headers={"Authorization": "Bearer secret"}, timeout=2)

for method in sys.argv[1:]:
    pet = {"name": "Rex", "categoryId": 1} if method == "POST" else None
    try:
        response = http.request(method, "http://127.0.0.1:8080/v1/pets", json=pet)
        print(method, response.status, response.data)
        print(response.json())
    except Exception as error:
        print(method, repr(error))
