export {
  clientContract,
  type AnswerError,
  type CallArguments,
  type CallContext,
  type Capability,
  type CheckReport,
  type ClientAnswer,
  type ClientCheck,
  type ClientFixture,
  type ClientUnderTest,
  type Level,
  type Verdict,
} from '@petstore/conformance';
