import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isStoreOutage, requireOwnBucket, withJudgeModel } from '@agent-home/platform';
import { type RunningApi, startApi } from '@agent-home/server/api';
import { type RunningWorker, startWorker } from '@agent-home/server/worker';
import type { Logger } from 'pino';
import type { Settings } from '../configuration/settings.ts';
import { packagesFolder } from '../packages/packages-folder.ts';
import type { OpenPlatform } from './open-platform.ts';

/** Outputs of `npm run build`. */
const pageFolder = fileURLToPath(new URL('../../../../console/dist', import.meta.url));
const documentsFolder = fileURLToPath(new URL('../../../../../docs/.vitepress/dist', import.meta.url));

/** Operator's statements about a bucket that is not as this home left it. */
export interface BucketOptions {
  /** Text of the other root’s statement that gives its bucket to this home. */
  handOver?: string | undefined;
  /** Publishes the database's objects again after the bucket was emptied. */
  republish?: boolean | undefined;
}

export async function startApiProcess(
  open: OpenPlatform,
  settings: Settings,
  bucket: BucketOptions = {},
): Promise<RunningApi> {
  // The check writes nothing. During a store outage the API still serves requests that need no store.
  await requireOwnBucket(open.platform, open.keys.rootSet, bucket).catch((error: unknown) => {
    if (!isStoreOutage(error)) throw error;
  });
  const { authorities, eventTokens, takesEvents, metricsTokens, smqCertificates, requestsPerMinute, listen } =
    settings;
  const { anonymousPage, trustedProxies, holdsAnswers, openId } = settings;
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
      openId,
      trustedProxies,
      holdsAnswers,
      pageFolder,
      documentsFolder,
      packages: { ...settings.packages, folder: () => packagesFolder(settings.packages.folder) },
      bodyLimitBytes: 1024 * 1024,
      requestsPerMinutePerAddress: requestsPerMinute.address,
      requestsPerMinutePerAgent: requestsPerMinute.agent,
      rootSet: open.keys.rootSet,
      keysDocument: open.keys.keysDocument,
    },
    listen,
  );
}

export async function startWorkerProcess(
  open: OpenPlatform,
  settings: Settings,
  bucket: BucketOptions = {},
): Promise<RunningWorker> {
  const platform = await withConfiguredJudges(open.platform, settings);
  return whenStoreIsBack(platform.log, async () => {
    await requireOwnBucket(platform, open.keys.rootSet, bucket);
    return startWorker(platform, {
      queueUrl: settings.queueUrl,
      keysDocument: open.keys.keysDocument,
      sweepIntervalSeconds: settings.sweepIntervalSeconds,
      connection: open.connection,
    });
  });
}

/** Returns the platform with the judges that the settings name. Only workers judge. */
async function withConfiguredJudges(
  platform: OpenPlatform['platform'],
  { judgeModel }: Settings,
): Promise<OpenPlatform['platform']> {
  if (!judgeModel) return platform;
  // Processes without it need not load the runtime's models.
  const { openJudgeModel } = await import('./open-judge-model.ts');
  const model = await openJudgeModel(judgeModel.name, process.env);
  return { ...platform, judges: withJudgeModel(platform.judges, model, judgeModel.topics, platform) };
}

/** Time for which a starting worker waits for a store that is away. After it the process ends, and its supervisor restarts it. */
const storeWaitMs = 60_000;
const longestPauseMs = 4_000;

/** Repeats the start of a worker, whose steps are idempotent, until the store responds. */
async function whenStoreIsBack<Result>(log: Logger, start: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  for (let pauseMs = 250; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await start();
    } catch (error) {
      if (!isStoreOutage(error) || performance.now() - began > storeWaitMs) throw error;
      log.warn({ err: error }, 'the store is away: the worker starts once it responds');
    }
    await setTimeout(pauseMs);
  }
}
