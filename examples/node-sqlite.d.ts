// The part of node:sqlite that the example calls. This repository checks its types against Node 20, which has no such module.
declare module 'node:sqlite' {
  export class DatabaseSync {
    constructor(path: string);
    exec(sql: string): void;
    prepare(sql: string): StatementSync;
    close(): void;
  }

  interface StatementSync {
    setReadBigInts(enabled: boolean): void;
    get(...values: readonly (string | number | bigint | null)[]): unknown;
    all(...values: readonly (string | number | bigint | null)[]): unknown[];
  }
}
