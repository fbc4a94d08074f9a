import { isReachable } from '@agent-home/platform/database';
import { runUntilStopped } from '../../command-line/run-until-stopped.ts';
import { type OpenPlatform, openPlatform } from '../compose/open-platform.ts';
import { startApiProcess, startWorkerProcess } from '../compose/start-processes.ts';
import { readSettings } from '../configuration/read-settings.ts';
import { type BucketFlags, readBucketFlags } from './bucket-flags.ts';
import { startMetricsServer } from './metrics-server.ts';
import { startPulse } from './pulse.ts';

/** `agent-home api`: one of any number of processes that answer agents. */
export async function serveApi(options: BucketFlags): Promise<void> {
  const settings = readSettings(process.env);
  const bucket = await readBucketFlags(options);
  const open = await openPlatform(settings, 'api');
  const api = await startApiProcess(open, settings, bucket).catch(closing(open));
  console.log(`api listening on ${api.url}`);
  await runUntilStopped(async () => {
    await api.close();
    await open.close();
  });
}

/** `agent-home worker`: one of any number of processes that judge and publish. */
export async function serveWorker(options: BucketFlags & { pulseFile?: string }): Promise<void> {
  const settings = readSettings(process.env);
  const bucket = await readBucketFlags(options);
  const open = await openPlatform(settings, 'worker');
  const worker = await startWorkerProcess(open, settings, bucket).catch(closing(open));
  const pulse = options.pulseFile
    ? await startPulse(options.pulseFile, () => isReachable(open.platform.database))
    : undefined;
  const { metricsPort, metricsTokens: tokens, listen } = settings;
  const metrics =
    metricsPort === undefined
      ? undefined
      : await startMetricsServer(open.platform, { host: listen.host, port: metricsPort, tokens });
  console.log('worker running');
  await runUntilStopped(async () => {
    await pulse?.stop();
    await metrics?.close();
    await worker.close();
    await open.close();
  });
}

/** Exits a process that cannot start. If its open connections kept it alive, it would never be restarted. */
function closing(open: OpenPlatform): (error: unknown) => Promise<never> {
  return async (error) => {
    await open.close();
    throw error;
  };
}
