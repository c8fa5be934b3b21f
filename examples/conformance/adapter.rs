//! An adapter for the conformance run: an ordinary client over ureq and serde_json.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, ErrorKind, Write};
use std::str::FromStr;
use std::time::Duration;
use ureq::http::Response;
use ureq::{Agent, Body, RequestBuilder};

// --- The client under test: put yours here. ---

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Pet {
    id: i64,
    name: String,
    category_id: i64,
    status: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewPet {
    name: String,
    category_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
}

#[derive(Deserialize)]
struct ErrorBody {
    code: String,
    message: String,
}

enum Error {
    /// An answer that is no success. Not every one has an Error body.
    Api(u16, Option<ErrorBody>),
    Http(ureq::Error),
}

impl From<ureq::Error> for Error {
    fn from(error: ureq::Error) -> Self {
        Error::Http(error)
    }
}

struct PetStore {
    agent: Agent, // its clones share the connections
    base_url: String,
    api_key: Option<String>,
    timeout: Duration, // of the whole exchange
}

impl PetStore {
    fn list_pets(&self, query: &HashMap<String, String>) -> Result<Vec<Pet>, Error> {
        let request = self.agent.get(self.url("/pets")).query_pairs(query);
        read(self.prepare(request).call()?)
    }

    fn create_pet(&self, pet: &NewPet) -> Result<Pet, Error> {
        let request = self.agent.post(self.url("/pets"));
        read(self.prepare(request).send_json(pet)?)
    }

    fn get_pet(&self, pet_id: i64) -> Result<Pet, Error> {
        let request = self.agent.get(self.url(&format!("/pets/{pet_id}")));
        read(self.prepare(request).call()?)
    }

    /// Whether the path answers, without its body.
    fn head(&self, path: &str) -> Result<(), Error> {
        let request = self.agent.head(self.url(path));
        check(self.prepare(request).call()?).map(|_| ())
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url.trim_end_matches('/'))
    }

    fn prepare<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        let request = request
            .config()
            .timeout_global(Some(self.timeout))
            .http_status_as_error(false) // it would drop the body
            .build()
            .header("Accept", "application/json");
        match &self.api_key {
            Some(key) => request.header("Authorization", format!("Bearer {key}")),
            None => request,
        }
    }
}

fn check(mut response: Response<Body>) -> Result<Response<Body>, Error> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let body = response.body_mut().read_json().ok();
    Err(Error::Api(status.as_u16(), body))
}

fn read<T: DeserializeOwned>(response: Response<Body>) -> Result<T, Error> {
    Ok(check(response)?.body_mut().read_json()?)
}

// --- The adapter: a request is a line of JSON on stdin, its answer a line on stdout. ---

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    id: String,
    operation: String,
    method: Option<String>,
    base_url: String,
    api_key: Option<String>,
    timeout_ms: u64,
    arguments: HashMap<String, String>,
}

fn call(agent: &Agent, request: Request) -> Result<Value, Error> {
    let store = PetStore {
        agent: agent.clone(),
        base_url: request.base_url,
        api_key: request.api_key,
        timeout: Duration::from_millis(request.timeout_ms),
    };
    let given = request.arguments;
    let integer = |name| i64::from_str(&given[name]).expect("an int64");
    match (request.method.as_deref(), request.operation.as_str()) {
        (Some("HEAD"), "getPet") => {
            store.head(&format!("/pets/{}", integer("petId")))?;
            Ok(Value::Null)
        }
        (Some("HEAD"), _) => {
            store.head("/pets")?;
            Ok(Value::Null)
        }
        (_, "listPets") => Ok(store.list_pets(&given)?.into_iter().map(show).collect()),
        (_, "getPet") => Ok(show(store.get_pet(integer("petId"))?)),
        _ => Ok(show(store.create_pet(&NewPet {
            name: given["name"].clone(),
            category_id: integer("categoryId"),
            status: given.get("status").cloned(),
        })?)),
    }
}

fn show(pet: Pet) -> Value {
    json!({
        "id": pet.id.to_string(),
        "name": pet.name,
        "categoryId": pet.category_id.to_string(),
        "status": pet.status,
    })
}

/// What the client failed with, as the protocol has it.
fn describe(error: Error) -> Value {
    use ureq::Error::{ConnectionFailed, HostNotFound, Io, Protocol, Timeout};
    let error = match error {
        Error::Api(status, Some(ErrorBody { code, message })) => {
            return json!({ "kind": "api", "status": status, "code": code, "message": message });
        }
        Error::Api(status, None) => {
            let message = format!("The server answered {status}.");
            return json!({ "kind": "api", "status": status, "message": message });
        }
        Error::Http(error) => error,
    };
    let (kind, outcome) = match &error {
        Timeout(_) => ("timeout", None),
        HostNotFound | ConnectionFailed => ("transport", Some("not_sent")),
        Io(cause) if cause.kind() == ErrorKind::ConnectionRefused => {
            ("transport", Some("not_sent"))
        }
        Io(_) | Protocol(_) => ("transport", Some("unknown")),
        _ => ("decode", None),
    };
    json!({ "kind": kind, "outcome": outcome, "message": error.to_string() })
}

fn write(line: Value) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}")?;
    stdout.flush()
}

fn main() -> io::Result<()> {
    write(json!({
        "protocol": 1,
        "client": { "name": "ureq", "version": "3.5", "language": "rust" },
        "capabilities": ["timeout", "redirects", "head", "gzip"],
    }))?;
    let agent = Agent::new_with_defaults();
    for line in io::stdin().lines() {
        let request: Request = serde_json::from_str(&line?)?;
        let id = request.id.clone();
        write(match call(&agent, request) {
            Ok(ok) => json!({ "id": id, "ok": ok }),
            Err(error) => json!({ "id": id, "error": describe(error) }),
        })?;
    }
    Ok(())
}
