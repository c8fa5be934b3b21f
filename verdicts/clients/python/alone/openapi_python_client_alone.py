"""The client that openapi-python-client generates, alone: .venv/bin/python alone/openapi_python_client_alone.py GET wait GET"""

import sys
import time

sys.path.insert(0, "build")

from pet_store_client import AuthenticatedClient
from pet_store_client.api.animals import create_pet, list_pets
from pet_store_client.models import NewPet

client = AuthenticatedClient(base_url="http://127.0.0.1:8080/v1", token="secret")

for method in sys.argv[1:]:
    if method == "wait":
        time.sleep(1)
        continue
    try:
        if method == "POST":
            print(method, create_pet.sync_detailed(client=client, body=NewPet(name="Rex", category_id=1)))
        else:
            print(method, list_pets.sync_detailed(client=client))
    except Exception as error:
        print(method, repr(error))
