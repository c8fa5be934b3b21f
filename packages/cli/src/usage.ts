/** What `petstore --help` prints. */
export const usage = `Usage: petstore [options]

Starts a pet store server. Without options it listens on http://127.0.0.1:8080/v1,
keeps its pets in pets.json in this folder and prints the API key that it generated.

Options:
  --port N          the port to listen on; 0 takes a free one (PORT; 8080)
  --host H          the host to listen on (PETSTORE_HOST; 127.0.0.1,
                    this machine alone)
  --public-url URL  the address at which clients reach the server, without /v1, if it
                    differs: behind a proxy, in a container (PETSTORE_PUBLIC_URL)
  --api-key KEY     a valid API key, or several separated by commas; may be repeated
                    (PETSTORE_API_KEYS; one is generated)
  --storage WHERE   memory, a file whose name ends in .json, or a PostgreSQL database
                    as postgres://user:password@host:port/database
                    (PETSTORE_STORAGE, which keeps the password out of the list of
                    processes; pets.json in this folder)
  --no-lock         open the file without a lock, on a platform that has none;
                    nothing else may have the file open
  --seed N|FILE     start an empty store with N example pets, or with the pets of
                    another file in the format of pets.json, with their ids;
                    not for PostgreSQL (0)
  --no-cors         do not let pages of other origins call
  --quiet           no line per request
  --json            print only one line of JSON, with url, apiKey, docs and pid,
                    once it listens; no line per request
  --testing         serve sessions for tests below /_testing: stores that misbehave
                    on demand, for this machine alone, behind a token that is
                    printed (in the line of --json, as testing)
  --openapi [V]     print the interface as an OpenAPI document, in version 3.0 or 3.1
                    of OpenAPI, and exit (3.0)
  -h, --help        print this and exit
  --version         print the version and exit`;
