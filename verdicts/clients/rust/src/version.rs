/// Returns the version of a crate in the lock file.
pub fn version_of(name: &str) -> &str {
    let (_, after) = include_str!("../Cargo.lock")
        .split_once(&format!("name = \"{name}\"\nversion = \""))
        .unwrap();
    after.split('"').next().unwrap()
}
