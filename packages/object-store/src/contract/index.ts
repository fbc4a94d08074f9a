export { agentBeside } from './agent-beside.ts';
export { describeCredentialIssuerContract } from './credential-issuer-contract.ts';
export type { CredentialIssuerHarness, IssuerSettings } from './credential-issuer-harness.ts';
export { expectError, expectSilence } from './expect-error.ts';
export { FaultProxy } from './fault-proxy.ts';
export type { Fault } from './faults.ts';
export { describeObjectStoreContract } from './object-store-contract.ts';
export {
  CONTRACT_RETRY,
  type HarnessSettings,
  type HarnessTraits,
  type ObjectStoreHarness,
  type RawWriter,
  type UnusualKind,
} from './object-store-harness.ts';
