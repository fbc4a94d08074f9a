import { a2aRoutes } from './a2a.ts';
import { agentRoutes } from './agents.ts';
import { alertRoutes } from './alerts.ts';
import { approvalRoutes } from './approvals.ts';
import { artifactRoutes } from './artifacts.ts';
import { circleRoutes } from './circles.ts';
import { credentialRoutes } from './credentials.ts';
import { eventRoutes } from './events.ts';
import { feedRoutes } from './feed.ts';
import { livingRoomRoutes } from './living-room.ts';
import { modeRoutes } from './modes.ts';
import { objectRoutes } from './objects.ts';
import { operationsRoutes } from './operations.ts';
import { ownerRoutes } from './owners.ts';
import { packageRoutes } from './packages.ts';
import { policyRoutes } from './policies.ts';
import { proposalRoutes } from './proposals.ts';
import { reportRoutes } from './reports.ts';
import { runRoutes } from './runs.ts';
import { schemaRoutes } from './schemas.ts';
import { searchRoutes } from './search.ts';
import { sessionRoutes } from './sessions.ts';
import { specRoutes } from './specs.ts';
import { streamRoutes } from './stream.ts';
import { taskRoutes } from './tasks.ts';
import { tokenRoutes } from './tokens.ts';
import { topicRoutes } from './topics.ts';
import { trustRoutes } from './trust.ts';
import { userRoutes } from './users.ts';

export const allRoutes = [
  ...Object.values(a2aRoutes),
  ...Object.values(agentRoutes),
  ...Object.values(alertRoutes),
  ...Object.values(artifactRoutes),
  ...Object.values(circleRoutes),
  ...Object.values(credentialRoutes),
  ...Object.values(eventRoutes),
  ...Object.values(feedRoutes),
  ...Object.values(livingRoomRoutes),
  ...Object.values(modeRoutes),
  ...Object.values(objectRoutes),
  ...Object.values(operationsRoutes),
  ...Object.values(ownerRoutes),
  ...Object.values(packageRoutes),
  ...Object.values(approvalRoutes),
  ...Object.values(policyRoutes),
  ...Object.values(proposalRoutes),
  ...Object.values(reportRoutes),
  ...Object.values(runRoutes),
  ...Object.values(schemaRoutes),
  ...Object.values(searchRoutes),
  ...Object.values(sessionRoutes),
  ...Object.values(specRoutes),
  ...Object.values(streamRoutes),
  ...Object.values(taskRoutes),
  ...Object.values(tokenRoutes),
  ...Object.values(topicRoutes),
  ...Object.values(trustRoutes),
  ...Object.values(userRoutes),
];
