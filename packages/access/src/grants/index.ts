export type { AccessFacts, AgentStanding, TopicFacts, WritableFacts } from './access-facts.ts';
export { decideGrant, type GrantDecision } from './decide-grant.ts';
export type { Denial, DenialCode, ModeDenialCode } from './denial.ts';
export {
  type GrantRequest,
  grantRequestSchema,
  isSupportedGrant,
  type SupportedGrant,
} from './grant-request.ts';
export {
  type KeyPermission,
  type PermissionClass,
  permissionClasses,
  type ReadKey,
  type ReadPrefix,
  type WriteHeartbeat,
  type WriteTicket,
} from './key-permission.ts';
