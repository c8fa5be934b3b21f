//! An adapter around ureq, as its documentation shows it. With the argument "status", `http_status_as_error` is false.

mod version;

use protocol::{Answer, Failure, NewPet, PetStore, Query, Settings, serve};
use std::io::ErrorKind::{ConnectionRefused, InvalidData};
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
        read(self.authorize(request).call())
    }

    fn create_pet(&self, pet: NewPet) -> Result<Answer, Failure> {
        let request = self
            .agent
            .post(self.url("/pets"))
            .header("Content-Type", "application/json");
        let body = serde_json::to_string(&pet).expect("a pet is JSON");
        read(self.authorize(request).send(body))
    }

    fn get_pet(&self, pet_id: i64) -> Result<Answer, Failure> {
        let url = self.url(&format!("/pets/{pet_id}"));
        read(self.authorize(self.agent.get(url)).call())
    }

    fn head(&self, path: &str) -> Result<Answer, Failure> {
        let request = self.agent.head(self.url(path));
        let response = self.authorize(request).call().map_err(describe)?;
        Ok(Answer::Response(response.status().as_u16(), String::new()))
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

fn read(result: Result<Response<Body>, Error>) -> Result<Answer, Failure> {
    let mut response = result.map_err(describe)?;
    let status = response.status();
    match response.body_mut().read_to_string() {
        Ok(body) => Ok(Answer::Response(status.as_u16(), body)),
        Err(Error::Timeout(limit)) => Err(describe(Error::Timeout(limit))),
        // Whoever cannot read the body of an error still has its status.
        Err(_) if !status.is_success() => Err(Failure::Api(status.as_u16(), Default::default())),
        Err(error) => Err(describe(error)),
    }
}

fn describe(error: Error) -> Failure {
    let message = error.to_string();
    match error {
        Error::StatusCode(status) => Failure::Api(status, Default::default()),
        Error::Timeout(_) => Failure::Timeout(message),
        Error::HostNotFound | Error::ConnectionFailed => Failure::NotSent(message),
        Error::Io(cause) if cause.kind() == ConnectionRefused => Failure::NotSent(message),
        Error::Io(cause) if cause.kind() == InvalidData => Failure::Decode(message), // no UTF-8
        Error::Io(_) | Error::Protocol(_) => Failure::OutcomeUnknown(message),
        _ => Failure::Decode(message),
    }
}

fn main() {
    let keeps_errors = std::env::args().nth(1).as_deref() == Some("status");
    let capabilities = ["timeout", "redirects", "head", "gzip", "concurrent"];
    let version = version::version_of("ureq");
    serve("ureq", version, &capabilities, |settings| Store {
        agent: Agent::config_builder()
            .timeout_global(Some(settings.timeout()))
            .http_status_as_error(!keeps_errors)
            .build()
            .into(),
        settings,
    });
}
