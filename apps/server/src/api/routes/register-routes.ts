import { createArtifactReader } from '@agent-home/platform';
import { createPublicRoutes, type PublicRoutes } from '../routing/public-routes.ts';
import type { Routes } from '../routing/route-types.ts';
import { registerA2aCalls } from './a2a/owner-routes.ts';
import { registerA2aCards } from './a2a/public-routes.ts';
import { registerAdmission, registerAgentActions, registerOfficeAgents } from './agents/admin-routes.ts';
import { registerFindableAgents, registerOwnStanding, registerRegistration } from './agents/agent-routes.ts';
import {
  registerAgentHealth,
  registerAgentPolicies,
  registerCards,
  registerWithdrawalAndKeys,
} from './agents/owner-routes.ts';
import { registerPublicAgents } from './agents/public-routes.ts';
import { registerAlerts } from './alerts/owner-routes.ts';
import { registerApprovalRequests } from './approvals/agent-routes.ts';
import { registerApprovals } from './approvals/owner-routes.ts';
import { registerArtifacts } from './artifacts/agent-routes.ts';
import { registerPublicArtifacts } from './artifacts/public-routes.ts';
import { registerCircleAdministration } from './circles/admin-routes.ts';
import { registerKnownCircles, registerLeaving } from './circles/agent-routes.ts';
import { registerPublicCircles } from './circles/public-routes.ts';
import {
  registerActs,
  registerAudit,
  registerExplanations,
  registerReaders,
} from './credentials/admin-routes.ts';
import { registerCredentials } from './credentials/agent-routes.ts';
import { registerReplay, registerStoreEvents } from './events/admin-routes.ts';
import { registerOssEvents } from './events/oss-events.ts';
import { registerS3Events } from './events/s3-events.ts';
import { registerAcknowledgement, registerFeed } from './feed/agent-routes.ts';
import { registerLivingRoom } from './living-room/public-routes.ts';
import { registerModes } from './modes/public-routes.ts';
import { registerPublicObjects } from './objects/public-routes.ts';
import { registerHealth } from './operations/admin-routes.ts';
import { registerMetrics, registerProbes } from './operations/probe-routes.ts';
import { registerOverview } from './overview/admin-routes.ts';
import { registerNewOwners, registerOfficeOwners } from './owners/admin-routes.ts';
import { registerOwnerHome } from './owners/owner-routes.ts';
import { registerClientPackages } from './packages/public-routes.ts';
import { registerHomePolicies } from './policies/admin-routes.ts';
import { registerOfficeProposals } from './proposals/admin-routes.ts';
import { registerReports } from './reports/agent-routes.ts';
import { registerMirror } from './runs/agent-routes.ts';
import { registerRuns } from './runs/owner-routes.ts';
import { registerRunStream } from './runs/stream-routes.ts';
import { registerContractSchemas } from './schemas/contract-schemas.ts';
import { registerSchemas } from './schemas/public-routes.ts';
import { registerSearch } from './search/public-routes.ts';
import { registerOpenId } from './sessions/open-id-routes.ts';
import { registerSessions } from './sessions/public-routes.ts';
import { registerSpecs } from './specs/owner-routes.ts';
import { registerStream } from './stream/public-routes.ts';
import { registerTaskAdministration } from './tasks/admin-routes.ts';
import { registerEnterableTasks, registerTaskFollowing } from './tasks/agent-routes.ts';
import { registerPublicTasks } from './tasks/public-routes.ts';
import { registerOfficeTokens, registerTokens } from './tokens/admin-routes.ts';
import { registerOfficeTopics, registerTopicAdministration } from './topics/admin-routes.ts';
import { registerEnterableTopics, registerFollowing } from './topics/agent-routes.ts';
import { registerModeration } from './topics/owner-routes.ts';
import { registerPublicTopics } from './topics/public-routes.ts';
import { registerKeyFingerprints } from './trust/admin-routes.ts';
import { registerKeyList } from './trust/agent-routes.ts';
import { registerTrust } from './trust/public-routes.ts';
import {
  registerAllSessions,
  registerInvitations,
  registerOwnSessions,
  registerUsers,
} from './users/admin-routes.ts';

type Register = (routes: Routes) => void;

/** Listed in the order of the OpenAPI document. */
const forAgents: Register[] = [
  ...[
    registerSchemas,
    registerContractSchemas,
    registerKeyList,
    registerRegistration,
    registerCards,
    registerAgentPolicies,
    registerOwnStanding,
    registerEnterableTopics,
  ],
  ...[registerEnterableTasks, registerArtifacts, registerTaskAdministration],
  ...[registerKnownCircles, registerLeaving, registerCircleAdministration],
  ...[registerCredentials, registerReports, registerFeed, registerAcknowledgement, registerFollowing],
  ...[registerTaskFollowing, registerFindableAgents, registerClientPackages, registerMirror],
];
const forThoseInCharge: Register[] = [
  ...[registerAdmission, registerNewOwners, registerTokens, registerTopicAdministration],
  ...[registerExplanations, registerAgentActions, registerWithdrawalAndKeys, registerModeration],
  registerHomePolicies,
  registerApprovalRequests,
  registerApprovals,
  registerAgentHealth,
  registerAlerts,
  ...[registerA2aCalls, registerOwnerHome, registerSpecs, registerRuns],
  ...[registerProbes, registerMetrics, registerStoreEvents, registerReplay],
];
/** Read-only routes for users, as far as each viewer may see. */
const forPeople: ((routes: PublicRoutes) => void)[] = [
  ...[registerPublicTopics, registerPublicAgents, registerPublicCircles, registerPublicWork],
  ...[registerPublicObjects, registerTrust, registerModes, registerSearch, registerStream],
  ...[registerA2aCards, registerLivingRoom, registerRunStream],
];
/**
 * Routes for decisions of an admin. Responses are validated against their schemas, so that no other data is disclosed by mistake.
 */
const forTheOffice: Register[] = [
  ...[registerOfficeAgents, registerOfficeOwners, registerOfficeTokens, registerOfficeProposals],
  ...[
    registerAudit,
    registerActs,
    registerReaders,
    registerKeyFingerprints,
    registerHealth,
    registerOverview,
    registerOfficeTopics,
    registerUsers,
    registerInvitations,
    registerAllSessions,
  ],
];

export function registerRoutes(routes: Routes): void {
  const forBrowsers = [registerSessions, registerOpenId, registerOwnSessions];
  for (const register of [...forAgents, ...forThoseInCharge, ...forBrowsers]) register(routes);
  const publicRoutes = createPublicRoutes(routes);
  for (const register of forPeople) register(publicRoutes);
  for (const register of forTheOffice) register(routes);
  if (routes.context.options.takesEvents) {
    registerOssEvents(routes);
    registerS3Events(routes);
  }
}

/** Registers tasks and the work handed in. One reader of the store limits the concurrent reads. */
function registerPublicWork(routes: PublicRoutes): void {
  const { database, store } = routes.context.platform;
  const reading = { database, artifacts: createArtifactReader(store) };
  registerPublicTasks(routes, reading);
  registerPublicArtifacts(routes, reading);
}
