//! Uses the client that progenitor generates, and prints what it got.
use reqwest::header::{HeaderMap, HeaderValue, AUTHORIZATION};
use serde_json::json;
use std::num::NonZeroU64;

progenitor::generate_api!("openapi.json");

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let client = client_with("Bearer key");
    let sold = types::PetStatus::Sold;
    let new_pet = types::NewPet {
        name: "Rex".into(),
        category_id: i64::MAX,
        status: Some(sold),
    };

    let created = client.create_pet(&new_pet).await.unwrap().into_inner();
    let listed = client
        .list_pets(NonZeroU64::new(100), Some(sold))
        .await
        .unwrap()
        .into_inner();
    let got = client.get_pet(created.id).await.unwrap().into_inner();
    let refused = client.list_pets(NonZeroU64::new(101), None).await.map(drop);
    let strange = client_with("Bearer wrong")
        .list_pets(None, None)
        .await
        .map(drop);
    let missing = client.get_pet(999).await.map(drop);

    let codes = [refused, strange, missing].map(code_of);
    println!(
        "{}",
        json!({ "created": created, "listed": listed, "got": got, "codes": codes })
    );
}

fn client_with(authorization: &'static str) -> Client {
    let headers = HeaderMap::from_iter([(AUTHORIZATION, HeaderValue::from_static(authorization))]);
    let client = reqwest::Client::builder()
        .default_headers(headers)
        .build()
        .unwrap();
    Client::new_with_client(&std::env::args().nth(1).unwrap(), client)
}

fn code_of(result: Result<(), Error<types::Error>>) -> String {
    match result {
        Err(Error::ErrorResponse(reply)) => reply.into_inner().code,
        _ => "no error".into(),
    }
}
