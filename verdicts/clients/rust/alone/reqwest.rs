//! reqwest alone: cargo run --features reqwest --example reqwest -- GET POST

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let client = reqwest::Client::new();
    for method in std::env::args().skip(1) {
        let mut request = client
            .request(method.parse().unwrap(), "http://127.0.0.1:8080/v1/pets")
            .bearer_auth("secret");
        if method == "POST" {
            request = request
                .header("Content-Type", "application/json")
                .body(r#"{"name":"Rex","categoryId":1}"#);
        }
        match runtime.block_on(request.send()) {
            Ok(response) => {
                println!("{method} {}", response.status());
                println!("{:?}", runtime.block_on(response.text()));
            }
            Err(error) => println!("{method} {error:?}"),
        }
    }
}
