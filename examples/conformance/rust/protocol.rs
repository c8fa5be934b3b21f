//! The common part of an adapter in Rust: the lines of the protocol. Nothing here is to be changed.
#![allow(dead_code)] // an adapter uses a part of it

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The client under test.
pub trait PetStore: Send + Sync {
    fn list_pets(&self, query: Query) -> Result<Answer, Failure>;
    fn create_pet(&self, pet: NewPet) -> Result<Answer, Failure>;
    fn get_pet(&self, pet_id: i64) -> Result<Answer, Failure>;
    /// Whether the path answers, without its body.
    fn head(&self, _path: &str) -> Result<Answer, Failure> {
        unimplemented!("the capability head is not declared")
    }
}

/// What a client returns.
pub enum Answer {
    Pets(Vec<Pet>),
    Pet(Pet),
    /// The answer to HEAD.
    Nothing,
    /// The status and the body, whatever the status, of a client that reads no JSON. The run reads the body.
    Response(u16, String),
}

/// What a client failed with.
pub enum Failure {
    /// An answer that is no success. Not every one has an Error body.
    Api(u16, ErrorBody),
    NotSent(String),
    OutcomeUnknown(String),
    Timeout(String),
    Decode(String),
    /// The client cannot do this.
    Unsupported(String),
}

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
#[derive(Serialize)]
pub struct Query {
    pub limit: Option<u64>,
    pub status: Option<String>,
}

#[derive(Clone, Deserialize, Eq, Hash, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// It may have a slash at its end.
    pub base_url: String,
    pub api_key: Option<String>,
    timeout_ms: u64,
}

impl Settings {
    /// The limit of a whole exchange.
    pub fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms)
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
    version: &str,
    capabilities: &[&str],
    connect: impl Fn(Settings) -> S,
) {
    let client = json!({ "name": name, "version": version, "language": "rust" });
    write(json!({ "protocol": 1, "client": client, "capabilities": capabilities }));
    let mut stores: HashMap<Settings, Arc<S>> = HashMap::new();
    for line in io::stdin().lines() {
        let request: Request = serde_json::from_str(&line.unwrap()).unwrap();
        let store = stores
            .entry(request.settings.clone())
            .or_insert_with_key(|settings| Arc::new(connect(settings.clone())))
            .clone();
        thread::spawn(move || {
            let mut answer = match call(&*store, &request) {
                Ok(Answer::Pets(pets)) => json!({ "ok": pets.iter().map(show).collect::<Value>() }),
                Ok(Answer::Pet(pet)) => json!({ "ok": show(&pet) }),
                Ok(Answer::Nothing) => json!({ "ok": null }),
                Ok(Answer::Response(status, body)) => {
                    json!({ "response": { "status": status, "body": body } })
                }
                Err(failure) => json!({ "error": describe(failure) }),
            };
            answer["id"] = request.id.into();
            write(answer);
        });
    }
}

fn call(store: &impl PetStore, request: &Request) -> Result<Answer, Failure> {
    let given = &request.arguments;
    let integer = |name| given[name].parse().expect("an int64");
    let status = given.get("status").cloned();
    match (request.method.as_deref(), request.operation.as_str()) {
        (Some("HEAD"), "getPet") => store.head(&format!("/pets/{}", integer("petId"))),
        (Some("HEAD"), _) => store.head("/pets"),
        (_, "listPets") => store.list_pets(Query {
            limit: given
                .get("limit")
                .map(|digits| digits.parse().expect("a limit")),
            status,
        }),
        (_, "getPet") => store.get_pet(integer("petId")),
        _ => store.create_pet(NewPet {
            name: given["name"].clone(),
            category_id: integer("categoryId"),
            status,
        }),
    }
}

fn show(pet: &Pet) -> Value {
    json!({
        "id": pet.id.to_string(),
        "name": pet.name,
        "categoryId": pet.category_id.to_string(),
        "status": pet.status,
    })
}

fn describe(failure: Failure) -> Value {
    let transport =
        |outcome, message| json!({ "kind": "transport", "outcome": outcome, "message": message });
    match failure {
        Failure::Api(status, ErrorBody { code, message }) => {
            let message = message.unwrap_or_else(|| format!("The server answered {status}."));
            json!({ "kind": "api", "status": status, "code": code, "message": message })
        }
        Failure::NotSent(message) => transport("not_sent", message),
        Failure::OutcomeUnknown(message) => transport("unknown", message),
        Failure::Timeout(message) => json!({ "kind": "timeout", "message": message }),
        Failure::Decode(message) => json!({ "kind": "decode", "message": message }),
        Failure::Unsupported(message) => json!({ "kind": "unsupported", "message": message }),
    }
}

fn write(line: Value) {
    let mut stdout = io::stdout().lock();
    writeln!(stdout, "{line}")
        .and_then(|()| stdout.flush())
        .expect("stdout is open");
}
