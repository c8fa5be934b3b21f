"""Tests of a client in Python, with its standard library alone: python3 -m unittest test_create_pet.py

`petstore.py` starts the server; each test has a session. pytest runs them too; with pytest-xdist (`pytest -n 4`) in parallel, each
process with a server of its own.
"""

import unittest
import urllib.error

import petstore


def create_pet(base_url, key, pet):
    """The client under test: it tries twice again if the store is not available, and in no other case."""
    for attempt in range(3):
        try:
            return petstore.call("POST", f"{base_url}/pets", key, pet)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code != 503 or attempt == 2:
                raise


def setUpModule():
    global server
    server = petstore.Server()
    unittest.addModuleCleanup(server.close)


class CreatePetTest(unittest.TestCase):
    def setUp(self):
        self.session = server.open_session()
        self.addCleanup(self.session.close)

    def create(self, pet):
        return create_pet(self.session.base_url, self.session.key, pet)

    def test_sends_the_pet_as_it_is(self):
        self.create({"name": "Rex Ω🐕", "categoryId": 2**53 + 1, "status": "sold"})
        [request] = self.session.requests()
        self.assertEqual(request["json"], {"name": "Rex Ω🐕", "categoryId": 2**53 + 1, "status": "sold"})
        self.assertEqual(request["headers"]["content-type"], "application/json")
        self.assertNotIn("bodyBase64", request)  # the body was UTF-8

    def test_tries_again_while_the_store_is_not_available(self):
        self.session.script({"operation": "createPet", "times": 2, "respond": {"status": 503}})
        pet = self.create({"name": "Rex", "categoryId": 2**53 + 1})
        self.assertEqual(pet, {"id": 1, "name": "Rex", "categoryId": 2**53 + 1})
        self.assertEqual([request["status"] for request in self.session.requests(at_least=3)], [503, 503, 201])

    def test_does_not_try_again_if_the_answer_is_lost(self):
        self.session.script({"operation": "createPet", "when": "after", "fault": "CONNECTION_RESET_BY_PEER"})
        with self.assertRaises(OSError):
            self.create({"name": "Rex", "categoryId": 1})
        self.assertEqual([request["json"]["name"] for request in self.session.requests()], ["Rex"])


if __name__ == "__main__":
    unittest.main()
