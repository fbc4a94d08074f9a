import { randomBytes } from 'node:crypto';
import {
  createMailer,
  createMetrics,
  guardIssuer,
  guardStore,
  type IssuingPlatform,
  type LoadedKeys,
  loadKeys,
  type Metrics,
  openJudges,
  openWakeUpSender,
  type PublishingPlatform,
  publishedEditions,
} from '@agent-home/platform';
import { connectDatabase, type DatabaseConnection, migrateDatabase } from '@agent-home/platform/database';
import type { DestinationStream } from 'pino';
import type { Settings } from '../configuration/settings.ts';
import type { HomeStore } from '../stores/store-kind.ts';
import { createLogger } from './logger.ts';
import { openHomeStore } from './open-store.ts';
import { startTelemetry } from './telemetry.ts';

export interface OpenPlatform {
  platform: IssuingPlatform & PublishingPlatform;
  connection: DatabaseConnection;
  keys: LoadedKeys;
  close(): Promise<void>;
}

/** Connects one process of the home to its database, store and queue. */
export async function openPlatform(
  settings: Settings,
  component: string,
  logTo?: DestinationStream,
): Promise<OpenPlatform> {
  // Loaded before any connection is opened, so that a process with damaged keys exits at once.
  const keys = await loadKeys(settings.keysFolder);
  await migrateDatabase(settings.databaseUrl);
  const connection = connectDatabase(settings.databaseUrl, { maxConnections: 20 });
  const log = createLogger(settings.logLevel, component, logTo);
  const metrics = createMetrics();
  const telemetry = await startTelemetry(settings.tracesTo, component);
  const wake = openWakeUpSender(settings.queueUrl, log, () => metrics.wakeUpsLost.inc());
  const platform = {
    database: connection.database,
    config: settings.platform,
    wake,
    log,
    metrics,
    now: () => new Date(),
    randomBytes: (length: number) => new Uint8Array(randomBytes(length)),
    signers: keys.signers,
    judges: await openJudges(settings.idiomsFile),
    editions: publishedEditions,
    ...(settings.mail ? { mailer: createMailer(settings.mail) } : {}),
    ...guarded(openHomeStore(settings.store, settings.platformKey), settings, metrics),
  };
  return {
    platform,
    connection,
    keys,
    async close() {
      await wake.close();
      await connection.close();
      await telemetry.close();
    },
  };
}

/** Adds metrics and a circuit breaker to the store and the credential issuer. */
function guarded(open: HomeStore, { platform }: Settings, metrics: Metrics): HomeStore {
  const options = { failures: platform.breakerFailures, seconds: platform.breakerSeconds };
  return {
    store: guardStore(open.store, metrics, options),
    credentialIssuer: guardIssuer(open.credentialIssuer, metrics, options),
  };
}
