/** What `petstore-kit conformance --help` prints. */
export const usage = `Usage: petstore-kit conformance run --command COMMAND [options]
       petstore-kit conformance serve [--port N] [--host H] [options]

Is your client of the pet store interface right? run calls it through an adapter:
a program that reads requests on stdin and writes what the client made of the
answers on stdout, such as --command "python3 adapter.py". How to write one, in
five minutes: docs/checking-a-client.md in petstore-kit. serve needs none: it
only watches what a client sends, and reports when it is stopped.

Options of run:
  --command COMMAND        the line for the shell that starts the adapter
  --start-timeout SECONDS  how long the adapter may take to write its first line;
                           more if it compiles first (10)

Options of serve:
  --port N                 the port to listen on; 0 takes a free one (0)
  --host H                 the host to listen on (127.0.0.1, this machine alone)
  --exit-on-stdin-end      stop when stdin ends, as it does when the process that
                           started the command has gone

Options of both:
  --only N,N               run only these cases
  --expected-failures FILE cases that fail, and must not pass: "11: REASON" a line
  --known-flaky FILE       cases that may fail or pass, in the same format
  --strict                 a SHOULD counts as a MUST
  --junit FILE             write the report as JUnit XML
  --json FILE              write the report as JSON
  --html FILE              write the report as a page
  --set VERSION            the set of cases; a set never changes (1.0)
  -h, --help               print this and exit
  --version                print the version and exit

Exit code: 0 if every MUST passes that the client supports and that serve can see,
and what is expected to fail does not pass. 1 if a MUST does not pass, or was not
exercised; if the run or the adapter failed; or if nothing could be judged. 2 if the
command line is wrong.
`;
