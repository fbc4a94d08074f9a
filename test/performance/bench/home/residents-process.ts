import { setMaxListeners } from 'node:events';
import { openPlatform } from '../../../../apps/cli/src/home/compose/open-platform.ts';
import { readSettings } from '../../../../apps/cli/src/home/configuration/read-settings.ts';
import { startFileResidents } from '../../../../apps/cli/src/home/residents/file-residents.ts';
import { openFirstTopics } from '../../../../apps/cli/src/home/residents/first-topics.ts';
import { startResidents } from '../../../../apps/cli/src/home/residents/residents.ts';

// Runs all residents of `npm start`, at their default pace, in a separate process, so that their processor time is separate from
// the home's. Without residents it only opens the first topics of an empty home.

export interface ResidentsTask {
  environment: Record<string, string>;
  url: string;
  folder: string;
  lives: boolean;
}

const { environment, url, folder, lives } = JSON.parse(process.argv[2] ?? '') as ResidentsTask;
setMaxListeners(Number.POSITIVE_INFINITY);
const open = await openPlatform(readSettings({ ...environment, LOG_LEVEL: 'warn' }), 'residents');
const { platform, keys } = open;
await openFirstTopics(platform);
const log = (message: string, err: unknown) => platform.log.warn({ err }, message);
const common = { url, rootSet: keys.rootSet, folder: `${folder}/residents`, platform, log };
const closing = lives
  ? [
      startResidents({ ...common, lineSeconds: undefined }),
      await startFileResidents({ ...common, runsFolder: `${folder}/runs`, modelPort: 0, lineSeconds: 4 }),
    ]
  : [];
// An empty home has no residents.
if (!lives) await open.close();
process.send?.('ready');
process.once('disconnect', () => {
  const closed = Promise.all(closing.map((each) => each.close()));
  void closed.then(() => (lives ? open.close() : undefined)).finally(() => process.exit());
});
