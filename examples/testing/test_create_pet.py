"""Tests of a client in Python, with its standard library alone: python3 -m unittest test_create_pet.py

They start `petstore`, which must be on the PATH, and open a session for each test.
"""

import json
import subprocess
import unittest
import urllib.error
import urllib.request


def call(method, url, key, body=None):
    """Sends JSON. Returns the JSON of the response."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        text = response.read()
        return json.loads(text) if text else None


def create_pet(base_url, key, pet):
    """The client under test: it tries twice again if the store is not available, and in no other case."""
    for attempt in range(3):
        try:
            return call("POST", f"{base_url}/pets", key, pet)
        except urllib.error.HTTPError as error:
            error.close()
            if error.code != 503 or attempt == 2:
                raise


class CreatePetTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        command = ["petstore", "--testing", "--json", "--exit-on-stdin-end", "--port", "0", "--storage", "memory"]
        pipe = subprocess.PIPE  # its end stops the server, even if this process crashes
        cls.petstore = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        cls.testing = json.loads(cls.petstore.stdout.readline())["testing"]

    @classmethod
    def tearDownClass(cls):
        cls.petstore.communicate()  # closes its stdin, and waits

    def setUp(self):
        self.session = self.control("POST", "/sessions", {"script": []})
        self.addCleanup(self.control, "DELETE", f"/sessions/{self.session['id']}")

    def control(self, method, path, body=None):
        return call(method, self.testing["url"] + path, self.testing["token"], body)

    def script(self, *steps):
        self.control("PUT", f"/sessions/{self.session['id']}/script", steps)

    def requests(self):
        return self.control("GET", f"/sessions/{self.session['id']}/requests")["requests"]

    def create(self, pet):
        return create_pet(self.session["baseUrl"], self.session["apiKey"], pet)

    def test_tries_again_while_the_store_is_not_available(self):
        self.script({"operation": "createPet", "times": 2, "respond": {"status": 503}})
        pet = self.create({"name": "Rex", "categoryId": 2**53 + 1})
        self.assertEqual(pet, {"id": 1, "name": "Rex", "categoryId": 2**53 + 1})
        self.assertEqual([request["status"] for request in self.requests()], [503, 503, 201])

    def test_does_not_try_again_if_the_answer_is_lost(self):
        self.script({"operation": "createPet", "when": "after", "fault": "CONNECTION_RESET_BY_PEER"})
        with self.assertRaises(OSError):
            self.create({"name": "Rex", "categoryId": 1})
        self.assertEqual([request["json"]["name"] for request in self.requests()], ["Rex"])


if __name__ == "__main__":
    unittest.main()
