import { freePort } from '@agent-home/local-postgres';
import type { RunningApi } from '@agent-home/server/api';
import { openPlatform } from '../../apps/cli/src/home/compose/open-platform.ts';
import { startApiProcess } from '../../apps/cli/src/home/compose/start-processes.ts';
import type { Settings } from '../../apps/cli/src/home/configuration/settings.ts';

export async function startApiBeside(
  settings: Settings,
  changes: Partial<Settings> = {},
): Promise<RunningApi> {
  const port = await freePort();
  const open = await openPlatform(settings, 'test');
  const authorities = [...settings.authorities, `127.0.0.1:${port}`];
  const listen = { host: '127.0.0.1', port };
  const running = await startApiProcess(open, { ...settings, authorities, listen, ...changes });
  return {
    ...running,
    async close() {
      await running.close();
      await open.close();
    },
  };
}
