// The commands that print the newest version of a client, as the registry of its language has it.

export function fromNpm(name: string): string {
  return `npm view ${name} version`;
}

export function fromPip(name: string): string {
  return `.venv/bin/pip index versions ${name} | sed 's/.*(\\(.*\\))/\\1/'`;
}

export function fromGo(module: string): string {
  return `go list -m -f '{{.Version}}' ${module}@latest | sed 's/^v//'`;
}

/** In a folder with a Cargo.toml, cargo would change the lock file. */
export function fromCargo(crate: string): string {
  return `cd .. && cargo info --quiet ${crate} | sed -n 's/^version: \\([^ ]*\\).*/\\1/p'`;
}

export function fromMaven(group: string, artifact: string): string {
  const folder = `$HOME/.m2/repository/${group.replaceAll('.', '/')}/${artifact}`;
  const get = `mvn --quiet --batch-mode dependency:get -Dartifact=${group}:${artifact}:RELEASE -Dtransitive=false`;
  return `${get} > /dev/null && sed -n 's/.*<release>\\(.*\\)<.*/\\1/p' ${folder}/maven-metadata-*.xml`;
}

/** The newest version in this version of Debian, such as `7.88.1 (Debian 12)`. */
export function fromDebian(name: string): string {
  const candidate = String.raw`s/ *Candidate: ([0-9]+:|.*really)?([0-9.]+).*/\2 (Debian $VERSION_ID)/p`;
  return `. /etc/os-release && apt-cache policy ${name} | sed -nE "${candidate}"`;
}
