"""urllib.request alone: python3 alone/urllib_alone.py GET POST"""

import sys
from urllib.request import Request, urlopen

headers = {"Authorization": "Bearer secret", "Content-Type": "application/json"}

for method in sys.argv[1:]:
    pet = b'{"name":"Rex","categoryId":1}' if method == "POST" else None
    request = Request("http://127.0.0.1:8080/v1/pets", data=pet, headers=headers, method=method)
    try:
        with urlopen(request, timeout=2) as response:
            print(method, response.status, response.read())
    except Exception as error:
        print(method, repr(error))
