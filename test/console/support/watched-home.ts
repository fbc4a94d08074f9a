import { mkdtemp, rm } from 'node:fs/promises';
import { openFirstTopics } from '../../../apps/cli/src/home/residents/first-topics.ts';
import { startResidents } from '../../../apps/cli/src/home/residents/residents.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import type { TestHomeOptions } from '../../support/test-home-options.ts';

export interface WatchedHome extends TestHome {
  adminToken: string;
  /** Slows the residents down to a readable pace, after they have filled the home. */
  slowDown(): Promise<void>;
}

const hurried = 0.3;
const leisurely = 3;

/** Starts a live home with its first topics, and residents that play in them as fast as allowed. */
export async function startWatchedHome(
  options: TestHomeOptions & { residents?: boolean } = {},
): Promise<WatchedHome> {
  const { residents: withResidents = true, ...rest } = options;
  const folder = await mkdtemp('/var/tmp/agent-home-console-');
  const home = await startHome({
    ...rest,
    environment: {
      AGENT_HOME_REQUESTS_PER_MINUTE: '1000000',
      AGENT_HOME_AGENT_REQUESTS_PER_MINUTE: '1000000',
      ...rest.environment,
    },
  });
  await openFirstTopics(home.open.platform);
  const play = (lineSeconds: number) =>
    startResidents({
      url: home.url,
      rootSet: home.rootSet,
      folder,
      platform: home.open.platform,
      lineSeconds,
      log: () => undefined,
    });
  let residents = withResidents ? play(hurried) : undefined;
  return {
    ...home,
    adminToken: home.secrets.adminToken,
    async slowDown() {
      if (!residents) return;
      await residents.close();
      residents = play(leisurely);
    },
    async close() {
      await residents?.close();
      await home.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
