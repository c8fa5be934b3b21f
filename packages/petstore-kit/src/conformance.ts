export {
  clientContract,
  type AnswerError,
  type CallArguments,
  type CallContext,
  type Capability,
  type CheckReport,
  type ClientResult,
  type ClientCheck,
  type ClientFixture,
  type ClientUnderTest,
  type Level,
  type Verdict,
} from '@petstore/conformance';
