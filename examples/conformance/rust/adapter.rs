//! An adapter for the conformance run, around ureq and serde_json. Let its methods call your client, and `describe` tell what your client
//! fails with. Then judge it:
//!
//!     cargo build
//!     npx petstore-kit conformance run --command target/debug/petstore-adapter

mod protocol;

use protocol::{Answer, Failure, NewPet, PetStore, Query, Settings, serve};
use serde::de::DeserializeOwned;
use std::io::ErrorKind::ConnectionRefused;
use ureq::http::Response;
use ureq::{Agent, Body, Error, RequestBuilder};

struct Store {
    agent: Agent,
    settings: Settings,
}

impl PetStore for Store {
    fn list_pets(&self, query: Query) -> Result<Answer, Failure> {
        let limit = query.limit.map(|limit| ("limit", limit.to_string()));
        let status = query.status.map(|status| ("status", status));
        let request = self.agent.get(self.url("/pets"));
        let request = request.query_pairs(limit.into_iter().chain(status));
        read(self.authorize(request).call()).map(Answer::Pets)
    }

    fn create_pet(&self, pet: NewPet) -> Result<Answer, Failure> {
        let request = self.agent.post(self.url("/pets"));
        read(self.authorize(request).send_json(&pet)).map(Answer::Pet)
    }

    fn get_pet(&self, pet_id: i64) -> Result<Answer, Failure> {
        let url = self.url(&format!("/pets/{pet_id}"));
        read(self.authorize(self.agent.get(url)).call()).map(Answer::Pet)
    }

    fn head(&self, path: &str) -> Result<Answer, Failure> {
        let request = self.agent.head(self.url(path));
        check(self.authorize(request).call()).map(|_| Answer::Nothing)
    }
}

impl Store {
    fn url(&self, path: &str) -> String {
        let base = self.settings.base_url.trim_end_matches('/');
        format!("{base}{path}")
    }

    fn authorize<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.settings.api_key {
            Some(key) => request.header("Authorization", format!("Bearer {key}")),
            None => request,
        }
    }
}

fn read<T: DeserializeOwned>(result: Result<Response<Body>, Error>) -> Result<T, Failure> {
    check(result)?.body_mut().read_json().map_err(describe)
}

fn check(result: Result<Response<Body>, Error>) -> Result<Response<Body>, Failure> {
    let mut response = result.map_err(describe)?;
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let body = response.body_mut().read_json().unwrap_or_default();
    Err(Failure::Api(status.as_u16(), body))
}

fn describe(error: Error) -> Failure {
    let message = error.to_string();
    match error {
        Error::Timeout(_) => Failure::Timeout(message),
        Error::HostNotFound | Error::ConnectionFailed => Failure::NotSent(message),
        Error::Io(cause) if cause.kind() == ConnectionRefused => Failure::NotSent(message),
        Error::Io(_) | Error::Protocol(_) => Failure::OutcomeUnknown(message),
        _ => Failure::Decode(message),
    }
}

fn main() {
    let capabilities = ["timeout", "redirects", "head", "gzip", "concurrent"];
    serve("ureq", "3.5", &capabilities, |settings| Store {
        agent: Agent::config_builder()
            .timeout_global(Some(settings.timeout()))
            .http_status_as_error(false) // it would drop the body of an error
            .build()
            .into(),
        settings,
    });
}
