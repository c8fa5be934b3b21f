//! An adapter around reqwest, as its README shows it.

mod version;

use protocol::{Answer, Failure, NewPet, PetStore, Query, Settings, serve};
use reqwest::{Client, RequestBuilder, Response};
use tokio::runtime::Runtime;

struct Store {
    runtime: Runtime,
    client: Client,
    settings: Settings,
}

impl Store {
    fn url(&self, path: &str) -> String {
        let base = self.settings.base_url.trim_end_matches('/');
        format!("{base}{path}")
    }

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
}

impl PetStore for Store {
    fn list_pets(&self, query: Query) -> Result<Answer, Failure> {
        let request = self.client.get(self.url("/pets")).query(&query);
        self.send(request, Response::json).map(Answer::Pets)
    }

    fn create_pet(&self, pet: NewPet) -> Result<Answer, Failure> {
        let request = self.client.post(self.url("/pets")).json(&pet);
        self.send(request, Response::json).map(Answer::Pet)
    }

    fn get_pet(&self, pet_id: i64) -> Result<Answer, Failure> {
        let url = self.url(&format!("/pets/{pet_id}"));
        self.send(self.client.get(url), Response::json)
            .map(Answer::Pet)
    }

    fn head(&self, path: &str) -> Result<Answer, Failure> {
        let request = self.client.head(self.url(path));
        self.send(request, async |_| Ok(Answer::Nothing))
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
    let capabilities = ["timeout", "redirects", "head", "concurrent"];
    let version = version::version_of("reqwest");
    serve("reqwest", version, &capabilities, |settings| Store {
        runtime: Runtime::new().unwrap(),
        client: Client::new(),
        settings,
    });
}
