"""Uses the client that openapi-python-client generates, and prints what it got."""

import json
import sys

from pet_store_client import AuthenticatedClient
from pet_store_client.api.animals import create_pet, get_pet, list_pets
from pet_store_client.models import NewPet, PetStatus


def client_with(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=sys.argv[1], token=token)


client = client_with("key")
new_pet = NewPet(name="Rex", category_id=2**63 - 1, status=PetStatus.SOLD)
created = create_pet.sync(client=client, body=new_pet)
listed = list_pets.sync(client=client, limit=100, status=PetStatus.SOLD)
got = get_pet.sync(created.id, client=client)
refused = list_pets.sync(client=client, limit=101)
strange = list_pets.sync(client=client_with("wrong"))
missing = get_pet.sync(999, client=client)

print(
    json.dumps(
        {
            "created": created.to_dict(),
            "listed": [pet.to_dict() for pet in listed],
            "got": got.to_dict(),
            "codes": [error.code for error in (refused, strange, missing)],
        }
    )
)
