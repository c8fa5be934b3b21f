/** A server could not listen. */
export interface ListenFailure {
  readonly code: 'listen_failure';
  /** Tells the operator what failed and what to do about it. */
  readonly message: string;
  /** What the operating system reported. */
  readonly cause: unknown;
}

/** Tells why a server could not listen on an address. */
export function listenFailure(host: string, port: number, cause: NodeJS.ErrnoException): ListenFailure {
  return { code: 'listen_failure', message: `Cannot listen on ${host}, port ${port}: ${reason(cause)}`, cause };
}

function reason({ code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case 'EADDRINUSE':
      return 'the port is in use. Choose another one, or 0 for one that is free.';
    case 'EACCES':
      return 'this user may not use the port. Choose one above 1023, or 0 for one that is free.';
    case 'EADDRNOTAVAIL':
      return 'this machine does not have the address. Use 127.0.0.1 for this machine alone, 0.0.0.0 for every network.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'there is no host of this name. Use 127.0.0.1 for this machine alone, 0.0.0.0 for every network.';
    default:
      return `${message}.`;
  }
}
