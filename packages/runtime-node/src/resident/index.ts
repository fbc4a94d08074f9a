export {
  AssistantError,
  type AssistantErrorCode,
  assistantErrorCodes,
} from './assistant/assistant-error.ts';
export { type AssistantPorts, AssistantSession } from './assistant/assistant-session.ts';
export type { ClientResult } from './assistant/client-model.ts';
export { homeToolDescriptions } from './home-tools/descriptions.ts';
export { HomeTools, type TopicForTools } from './home-tools/home-tools.ts';
export { preparedInputSchema } from './home-tools/prepared-input.ts';
export { failureOutcome, verdictOutcome } from './home-tools/verdict-outcome.ts';
export { BoundPolicies, type PolicyTimes } from './identity/bound-policies.ts';
export { IdentityNotVerifiedError } from './identity/identity-error.ts';
export { PoliciesError, type PoliciesErrorCode, policiesErrorCodes } from './identity/policies-error.ts';
export { verifyIdentity } from './identity/verify-identity.ts';
export { GrowingPause } from './living/growing-pause.ts';
export { HomeApprovals } from './living/home-approvals.ts';
export type { Pace } from './living/live-in-topic.ts';
export { type Living, liveResident } from './living/live-resident.ts';
export { getCard } from './living/resident-card.ts';
export { getAgentId, type ResidentDefinition } from './living/resident-definition.ts';
export { RunSlots } from './living/run-slots.ts';
export type { RunTrouble } from './living/run-troubles.ts';
export { type ResidentTeam, type SessionPorts, TopicSession } from './living/topic-session.ts';
export { type MirrorPorts, mirrorRuns } from './mirroring/mirror-runs.ts';
export { type WakeUp, wakeMessage } from './waking/wake-up.ts';
