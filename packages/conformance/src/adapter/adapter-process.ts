import type { Result } from '@petstore/core';
import { harnessError } from '../observation/observation.ts';
import { AdapterHistory } from './adapter-history.ts';
import type { ConnectedClient } from './connected-client.ts';
import type { Hello } from './protocol.ts';
import { RunningAdapter } from './running-adapter.ts';

/** How long an adapter may take to write its first line, in milliseconds. */
export const defaultStartTimeout = 10_000;

/** Starts an adapter with a line for the shell. If it breaks the protocol, hangs or ends, the next call starts it again. */
export async function startAdapter(
  command: string,
  log: (line: string) => void,
  startTimeout = defaultStartTimeout,
): Promise<Result<ConnectedClient & Pick<Hello, 'client'>, string>> {
  const history = new AdapterHistory(log);
  /** The process; else why it could not be started. There is no second try: each try may take the whole start timeout. */
  let running: Promise<Result<{ readonly hello: Hello; readonly adapter: RunningAdapter }, string>> | undefined;
  const start = async () => {
    const adapter = new RunningAdapter(command, history, () => (running = undefined));
    return (await adapter.readFirstLine(startTimeout)).map((hello) => ({ hello, adapter }));
  };

  running = start();
  return (await running).map(({ hello }) => ({
    client: hello.client,
    capabilities: hello.capabilities,
    async call(request, deadline) {
      const started = await (running ??= start());
      return started.isErr() ? harnessError(started.error) : started.value.adapter.ask(request, deadline);
    },
    takeStderr: () => history.takeStderr(),
    close: async () => (await running)?.map(({ adapter }) => adapter.end()).unwrapOr(undefined),
  }));
}
