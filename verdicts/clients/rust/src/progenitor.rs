//! An adapter around the client that progenitor generates.

mod version;

use protocol::{Answer, ErrorBody, Failure, NewPet, Pet, PetStore, Query, Settings, serve};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use std::num::NonZeroU64;
use tokio::runtime::Runtime;

progenitor::generate_api!("build/openapi.json");

struct Store {
    runtime: Runtime,
    client: Client,
}

impl PetStore for Store {
    fn list_pets(&self, query: Query) -> Result<Answer, Failure> {
        let limit = query.limit.map(NonZeroU64::try_from).transpose();
        let limit = limit.map_err(unsupported)?;
        let status = query.status.map(|status| status.parse()).transpose();
        let status = status.map_err(unsupported)?;
        let pets = self
            .runtime
            .block_on(self.client.list_pets(limit, status))
            .map_err(|error| self.describe(error))?;
        let pets = pets.into_inner().0.into_iter().map(show).collect();
        Ok(Answer::Pets(pets))
    }

    fn create_pet(&self, pet: NewPet) -> Result<Answer, Failure> {
        let status = pet.status.map(|status| status.parse()).transpose();
        let pet = types::NewPet {
            name: pet.name,
            category_id: pet.category_id,
            status: status.map_err(unsupported)?,
        };
        let pet = self
            .runtime
            .block_on(self.client.create_pet(&pet))
            .map_err(|error| self.describe(error))?;
        Ok(Answer::Pet(show(pet.into_inner())))
    }

    fn get_pet(&self, pet_id: i64) -> Result<Answer, Failure> {
        let pet = self
            .runtime
            .block_on(self.client.get_pet(pet_id))
            .map_err(|error| self.describe(error))?;
        Ok(Answer::Pet(show(pet.into_inner())))
    }
}

/// The types of the client do not have such a value.
fn unsupported(error: impl ToString) -> Failure {
    Failure::Unsupported(error.to_string())
}

fn show(pet: types::Pet) -> Pet {
    Pet {
        id: pet.id,
        name: pet.name,
        category_id: pet.category_id,
        status: pet.status.map(|status| status.to_string()),
    }
}

impl Store {
    fn describe(&self, error: Error<types::Error>) -> Failure {
        let message = error.to_string();
        match error {
            Error::ErrorResponse(response) => {
                let status = response.status().as_u16();
                let types::Error { code, message, .. } = response.into_inner();
                Failure::Api(
                    status,
                    ErrorBody {
                        code: Some(code),
                        message: Some(message),
                    },
                )
            }
            Error::UnexpectedResponse(response) if !response.status().is_success() => {
                Failure::Api(response.status().as_u16(), ErrorBody::default())
            }
            Error::CommunicationError(error) | Error::ResponseBodyError(error) => match error {
                error if error.is_timeout() => Failure::Timeout(message),
                error if error.is_connect() => Failure::NotSent(message),
                _ => Failure::OutcomeUnknown(message),
            },
            _ => Failure::Decode(message),
        }
    }
}

fn connect(settings: Settings) -> Store {
    let mut headers = HeaderMap::new();
    if let Some(key) = &settings.api_key {
        headers.insert(
            AUTHORIZATION,
            HeaderValue::try_from(format!("Bearer {key}")).unwrap(),
        );
    }
    let client = reqwest::Client::builder()
        .default_headers(headers)
        .timeout(settings.timeout())
        .build()
        .unwrap();
    Store {
        runtime: Runtime::new().unwrap(),
        client: Client::new_with_client(&settings.base_url, client),
    }
}

fn main() {
    let version = version::version_of("progenitor");
    serve(
        "progenitor",
        version,
        &["timeout", "redirects", "concurrent"],
        connect,
    );
}
