import { openPlatform } from '../compose/open-platform.ts';
import { startApiOf, startWorkerOf } from '../compose/start-processes.ts';
import { readSettings } from '../configuration/read-settings.ts';
import { runUntilStopped } from './run-until-stopped.ts';

/** `agent-home api`: one of any number of processes that answer agents. */
export async function serveApi(): Promise<void> {
  const settings = readSettings(process.env);
  const open = await openPlatform(settings, 'api');
  const api = await startApiOf(open, settings);
  console.log(`api listening on ${api.url}`);
  await runUntilStopped(async () => {
    await api.close();
    await open.close();
  });
}

/** `agent-home worker`: one of any number of processes that judge and publish. */
export async function serveWorker(): Promise<void> {
  const settings = readSettings(process.env);
  const open = await openPlatform(settings, 'worker');
  const worker = await startWorkerOf(open, settings);
  console.log('worker running');
  await runUntilStopped(async () => {
    await worker.close();
    await open.close();
  });
}
