import { fileURLToPath } from 'node:url';
import { type RunningApi, startApi } from '@agent-home/api';
import { type RunningWorker, startWorker } from '@agent-home/worker';
import type { Settings } from '../configuration/read-settings.ts';
import type { OpenPlatform } from './open-platform.ts';

/** What `npm run build:console` makes. */
const pageFolder = fileURLToPath(new URL('../../../console/dist', import.meta.url));

export function startApiOf(open: OpenPlatform, settings: Settings): Promise<RunningApi> {
  const { authorities, eventTokens, takesEvents, metricsTokens, smqCertificates, requestsPerMinute, listen } =
    settings;
  const { anonymousPage, trustedProxies } = settings;
  return startApi(
    open.platform,
    open.connection,
    {
      authorities,
      eventTokens,
      takesEvents,
      metricsTokens,
      smqCertificates,
      anonymousPage,
      trustedProxies,
      pageFolder,
      bodyLimitBytes: 1024 * 1024,
      requestsPerMinutePerAddress: requestsPerMinute.address,
      requestsPerMinutePerAgent: requestsPerMinute.agent,
      rootSet: open.keys.rootSet,
    },
    listen,
  );
}

export function startWorkerOf(open: OpenPlatform, settings: Settings): Promise<RunningWorker> {
  return startWorker(open.platform, {
    queueUrl: settings.queueUrl,
    keysDocument: open.keys.keysDocument,
    sweepIntervalSeconds: settings.sweepIntervalSeconds,
  });
}
