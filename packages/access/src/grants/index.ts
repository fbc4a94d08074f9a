export type {
  AccessFacts,
  AgentStanding,
  CircleFacts,
  CircleRole,
  TaskFacts,
  TopicFacts,
  WritableFacts,
} from './access-facts.ts';
export { joinApprovalDenial, joinRequestDenial } from './decide-circle-grant.ts';
export { decideGrant } from './decide-grant.ts';
export type { Denial, DenialCode } from './denial.ts';
export type { GrantDecision } from './grant-decision.ts';
export {
  type KeyPermission,
  type PermissionClass,
  permissionClasses,
  type ReadKey,
  type ReadPrefix,
  type TicketClass,
  type WriteHeartbeat,
  type WritePrefix,
  type WriteTicket,
} from './key-permission.ts';
export { type Amount, exhaustedQuota, type QuotaFacts } from './quota.ts';
