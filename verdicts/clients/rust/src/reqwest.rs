//! An adapter around reqwest, as its README shows it.

use protocol::{Failure, NewPet, Pet, PetStore, Query, Settings, serve};
use reqwest::{Client, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use tokio::runtime::Runtime;

struct Store {
    runtime: Runtime,
    client: Client,
    settings: Settings,
}

impl Store {
    fn send<T>(
        &self,
        request: RequestBuilder,
        read: impl AsyncFnOnce(Response) -> reqwest::Result<T>,
    ) -> Result<T, Failure> {
        let request = match &self.settings.api_key {
            Some(key) => request.bearer_auth(key),
            None => request,
        };
        self.runtime.block_on(async {
            let response = request
                .timeout(self.settings.timeout())
                .send()
                .await
                .map_err(describe)?;
            let status = response.status();
            if !status.is_success() {
                return Err(Failure::Api(
                    status.as_u16(),
                    response.json().await.unwrap_or_default(),
                ));
            }
            read(response).await.map_err(describe)
        })
    }

    fn json<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, Failure> {
        self.send(request, Response::json)
    }
}

impl PetStore for Store {
    fn list_pets(&self, query: Query) -> Result<Vec<Pet>, Failure> {
        self.json(self.client.get(self.settings.url("/pets")).query(&query))
    }

    fn create_pet(&self, pet: NewPet) -> Result<Pet, Failure> {
        self.json(self.client.post(self.settings.url("/pets")).json(&pet))
    }

    fn get_pet(&self, pet_id: i64) -> Result<Pet, Failure> {
        self.json(
            self.client
                .get(self.settings.url(&format!("/pets/{pet_id}"))),
        )
    }

    fn head(&self, path: &str) -> Result<(), Failure> {
        self.send(self.client.head(self.settings.url(path)), async |_| Ok(()))
    }
}

fn describe(error: reqwest::Error) -> Failure {
    let message = error.to_string();
    match error {
        error if error.is_timeout() => Failure::Timeout(message),
        error if error.is_connect() => Failure::NotSent(message),
        error if error.is_decode() => Failure::Decode(message),
        _ => Failure::OutcomeUnknown(message),
    }
}

fn main() {
    serve("reqwest", &["head"], |settings| Store {
        runtime: Runtime::new().unwrap(),
        client: Client::new(),
        settings,
    });
}
