//! What the adapters in Rust share: the lines of the protocol, around a client with three operations.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pet {
    pub id: i64,
    pub name: String,
    pub category_id: i64,
    pub status: Option<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct NewPet {
    pub name: String,
    pub category_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
}

#[derive(Default, Deserialize)]
pub struct ErrorBody {
    pub code: Option<String>,
    pub message: Option<String>,
}

/// What to list. An absent part is not sent.
#[derive(Default, Serialize)]
pub struct Query {
    pub limit: Option<u64>,
    pub status: Option<String>,
}

/// What a client failed with, as the protocol has it.
pub enum Failure {
    /// An answer that is no success. Not every one has an Error body.
    Api(u16, ErrorBody),
    NotSent(String),
    OutcomeUnknown(String),
    Timeout(String),
    Decode(String),
}

/// The client under test.
pub trait PetStore: Send + Sync {
    fn list_pets(&self, query: Query) -> Result<Vec<Pet>, Failure>;
    fn create_pet(&self, pet: NewPet) -> Result<Pet, Failure>;
    fn get_pet(&self, pet_id: i64) -> Result<Pet, Failure>;
    /// Whether the path answers, without its body.
    fn head(&self, _path: &str) -> Result<(), Failure> {
        unimplemented!("the capability head is not declared")
    }
}

#[derive(Clone, Deserialize, Eq, Hash, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Without a slash at its end.
    pub base_url: String,
    pub api_key: Option<String>,
    timeout_ms: u64,
}

impl Settings {
    /// The limit of a whole exchange.
    pub fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms)
    }

    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.base_url)
    }
}

#[derive(Deserialize)]
struct Request {
    id: String,
    operation: String,
    method: Option<String>,
    #[serde(flatten)]
    settings: Settings,
    arguments: HashMap<String, String>,
}

/// Answers the requests on stdin, until it ends. A client is kept for the requests with the same settings.
pub fn serve<S: PetStore + 'static>(
    name: &str,
    capabilities: &[&str],
    connect: impl Fn(Settings) -> S,
) {
    let capabilities = [&["timeout", "redirects"], capabilities].concat();
    let client = json!({ "name": name, "version": version_of(name), "language": "rust" });
    write(json!({ "protocol": 1, "client": client, "capabilities": capabilities }));
    let mut stores: HashMap<Settings, Arc<S>> = HashMap::new();
    for line in io::stdin().lines() {
        let request: Request = serde_json::from_str(&line.unwrap()).unwrap();
        let mut settings = request.settings.clone();
        settings.base_url = settings.base_url.trim_end_matches('/').into();
        let store = stores
            .entry(settings)
            .or_insert_with_key(|settings| Arc::new(connect(settings.clone())))
            .clone();
        thread::spawn(move || {
            let id = request.id.clone();
            write(match call(&*store, request) {
                Ok(ok) => json!({ "id": id, "ok": ok }),
                Err(failure) => json!({ "id": id, "error": describe(failure) }),
            });
        });
    }
}

fn call(store: &impl PetStore, request: Request) -> Result<Value, Failure> {
    let given = request.arguments;
    let integer = |name| given[name].parse().expect("an int64");
    match (request.method.as_deref(), request.operation.as_str()) {
        (Some("HEAD"), "getPet") => store
            .head(&format!("/pets/{}", integer("petId")))
            .map(|()| Value::Null),
        (Some("HEAD"), _) => store.head("/pets").map(|()| Value::Null),
        (_, "listPets") => {
            let limit = given
                .get("limit")
                .map(|digits| digits.parse().expect("an integer"));
            let pets = store.list_pets(Query {
                limit,
                status: given.get("status").cloned(),
            })?;
            Ok(pets.into_iter().map(show).collect())
        }
        (_, "getPet") => store.get_pet(integer("petId")).map(show),
        _ => {
            let (name, category_id) = (given["name"].clone(), integer("categoryId"));
            store
                .create_pet(NewPet {
                    name,
                    category_id,
                    status: given.get("status").cloned(),
                })
                .map(show)
        }
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

fn describe(failure: Failure) -> Value {
    match failure {
        Failure::Api(status, ErrorBody { code, message }) => {
            let message = message.unwrap_or_else(|| format!("The server answered {status}."));
            json!({ "kind": "api", "status": status, "code": code, "message": message })
        }
        Failure::NotSent(message) => {
            json!({ "kind": "transport", "outcome": "not_sent", "message": message })
        }
        Failure::OutcomeUnknown(message) => {
            json!({ "kind": "transport", "outcome": "unknown", "message": message })
        }
        Failure::Timeout(message) => json!({ "kind": "timeout", "message": message }),
        Failure::Decode(message) => json!({ "kind": "decode", "message": message }),
    }
}

fn write(line: Value) {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}")
        .and_then(|()| stdout.flush())
        .expect("stdout is open");
}

/// Returns the version of a crate in the lock file.
fn version_of(name: &str) -> &str {
    let (_, after) = include_str!("../Cargo.lock")
        .split_once(&format!("name = \"{name}\"\nversion = \""))
        .unwrap();
    after.split('"').next().unwrap()
}
