//! An adapter around ureq, as its README shows it. With the argument "status", `http_status_as_error` is false.

use protocol::{Failure, NewPet, Pet, PetStore, Query, Settings, serve};
use serde::de::DeserializeOwned;
use std::io::ErrorKind::ConnectionRefused;
use ureq::http::Response;
use ureq::{Agent, Body, Error, RequestBuilder};

struct Store {
    agent: Agent,
    settings: Settings,
}

impl Store {
    fn authorize<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.settings.api_key {
            Some(key) => request.header("Authorization", format!("Bearer {key}")),
            None => request,
        }
    }
}

impl PetStore for Store {
    fn list_pets(&self, query: Query) -> Result<Vec<Pet>, Failure> {
        let limit = query.limit.map(|limit| ("limit", limit.to_string()));
        let status = query.status.map(|status| ("status", status));
        let request = self
            .agent
            .get(self.settings.url("/pets"))
            .query_pairs(limit.into_iter().chain(status));
        read(self.authorize(request).call())
    }

    fn create_pet(&self, pet: NewPet) -> Result<Pet, Failure> {
        read(
            self.authorize(self.agent.post(self.settings.url("/pets")))
                .send_json(&pet),
        )
    }

    fn get_pet(&self, pet_id: i64) -> Result<Pet, Failure> {
        read(
            self.authorize(
                self.agent
                    .get(self.settings.url(&format!("/pets/{pet_id}"))),
            )
            .call(),
        )
    }

    fn head(&self, path: &str) -> Result<(), Failure> {
        check(
            self.authorize(self.agent.head(self.settings.url(path)))
                .call(),
        )
        .map(drop)
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
    Err(Failure::Api(
        status.as_u16(),
        response.body_mut().read_json().unwrap_or_default(),
    ))
}

fn describe(error: Error) -> Failure {
    let message = error.to_string();
    match error {
        Error::StatusCode(status) => Failure::Api(status, Default::default()),
        Error::Timeout(_) => Failure::Timeout(message),
        Error::HostNotFound | Error::ConnectionFailed => Failure::NotSent(message),
        Error::Io(cause) if cause.kind() == ConnectionRefused => Failure::NotSent(message),
        Error::Io(_) | Error::Protocol(_) => Failure::OutcomeUnknown(message),
        _ => Failure::Decode(message),
    }
}

fn main() {
    let keeps_errors = std::env::args().nth(1).as_deref() == Some("status");
    serve("ureq", &["gzip", "head"], |settings| Store {
        agent: Agent::config_builder()
            .timeout_global(Some(settings.timeout()))
            .http_status_as_error(!keeps_errors)
            .build()
            .into(),
        settings,
    });
}
