//! ureq alone, with http_status_as_error: cargo run --features ureq --example ureq_status -- GET POST

fn main() {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .http_status_as_error(false)
        .build()
        .into();
    for method in std::env::args().skip(1) {
        let url = "http://127.0.0.1:8080/v1/pets";
        let result = match method.as_str() {
            "POST" => agent
                .post(url)
                .header("Authorization", "Bearer secret")
                .header("Content-Type", "application/json")
                .send(r#"{"name":"Rex","categoryId":1}"#),
            _ => agent
                .get(url)
                .header("Authorization", "Bearer secret")
                .call(),
        };
        match result {
            Ok(mut response) => {
                println!("{method} {}", response.status());
                println!("{:?}", response.body_mut().read_to_string());
            }
            Err(error) => println!("{method} {error:?}"),
        }
    }
}
