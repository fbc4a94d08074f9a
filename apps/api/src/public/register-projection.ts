import { openArtifactReader } from '@agent-home/platform';
import type { Routes } from '../routes/route-types.ts';
import { registerPublicAgents } from './agents.ts';
import { registerPublicArtifacts } from './artifacts.ts';
import { registerPublicCircles } from './circles.ts';
import { registerPublicObjects } from './objects.ts';
import { publicRoutes } from './public-routes.ts';
import { registerSearch } from './search.ts';
import { registerStream } from './stream.ts';
import { registerPublicTasks } from './tasks.ts';
import { registerPublicTopics } from './topics.ts';
import { registerTrust } from './trust.ts';

/** What people are shown of the home (packages/http-contract): read alone, as far as each viewer may see. */
export function registerProjection(routes: Routes): void {
  const shown = publicRoutes(routes);
  const { database, store } = routes.context.platform;
  const reading = { database, artifacts: openArtifactReader(store) };
  registerPublicTopics(shown);
  registerPublicAgents(shown);
  registerPublicCircles(shown);
  registerPublicTasks(shown, reading);
  registerPublicArtifacts(shown, reading);
  registerPublicObjects(shown);
  registerTrust(shown);
  registerSearch(shown);
  registerStream(shown);
}
