"""requests alone: .venv/bin/python alone/requests_alone.py GET POST"""

import sys

import requests

session = requests.Session()
session.headers["Authorization"] = "Bearer secret"

for method in sys.argv[1:]:
    pet = {"name": "Rex", "categoryId": 1} if method == "POST" else None
    try:
        response = session.request(method, "http://127.0.0.1:8080/v1/pets", json=pet, timeout=2)
        print(method, response.status_code, response.ok, response.text)
        print(response.json())
    except Exception as error:
        print(method, repr(error))
