//! The client that progenitor generates, alone: cargo run --features progenitor --example progenitor -- GET POST

progenitor::generate_api!("build/openapi.json");

fn main() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let client = Client::new("http://127.0.0.1:8080/v1/");
    for method in std::env::args().skip(1) {
        if method == "POST" {
            let pet = types::NewPet {
                name: "Rex".into(),
                category_id: 1,
                status: None,
            };
            println!("{method} {:?}", runtime.block_on(client.create_pet(&pet)));
        } else {
            println!(
                "{method} {:?}",
                runtime.block_on(client.list_pets(None, None))
            );
        }
    }
}
