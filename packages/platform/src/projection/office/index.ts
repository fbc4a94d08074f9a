export { officeAgents } from './list-agents.ts';
export { officeAudit } from './list-audit.ts';
export { officeOwners, officeTokens } from './list-principals.ts';
export { officeProposals } from './list-proposals.ts';
export { openHealthReader } from './show-health.ts';
export { officeKeys } from './show-keys.ts';
