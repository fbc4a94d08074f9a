import { randomBytes } from 'node:crypto';
import { openPlatform } from '../../../apps/cli/src/home/compose/open-platform.ts';
import {
  type BucketOptions,
  startApiProcess,
  startWorkerProcess,
} from '../../../apps/cli/src/home/compose/start-processes.ts';
import type { Settings } from '../../../apps/cli/src/home/configuration/settings.ts';
import type { TestDatabase } from '../../support/fresh-database.ts';

export const random = (length: number) => new Uint8Array(randomBytes(length));
export const databases: TestDatabase[] = [];

/** Returns the outcome of starting a worker and an API with these settings; started ones are closed again. */
export async function started(settings: Settings, bucket: BucketOptions = {}): Promise<string[]> {
  const open = await openPlatform(settings, 'test');
  const outcomes: string[] = [];
  const listen = { ...settings, listen: { ...settings.listen, port: 0 } };
  for (const start of [startWorkerProcess, startApiProcess])
    outcomes.push(
      await start(open, listen, bucket).then(
        async (running) => {
          await running.close();
          return 'started';
        },
        (error: { code: string }) => error.code,
      ),
    );
  await open.close();
  return outcomes;
}
