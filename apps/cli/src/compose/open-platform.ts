import { randomBytes } from 'node:crypto';
import { connectDatabase, type DatabaseConnection, migrateDatabase } from '@agent-home/database';
import {
  createMetrics,
  type IssuingPlatform,
  type LoadedKeys,
  loadKeys,
  openJudges,
  openWakeUpSender,
  type PublishingPlatform,
} from '@agent-home/platform';
import type { DestinationStream } from 'pino';
import type { Settings } from '../configuration/read-settings.ts';
import { createLogger } from './logger.ts';
import { openStore } from './open-store.ts';

export interface OpenPlatform {
  platform: IssuingPlatform & PublishingPlatform;
  connection: DatabaseConnection;
  keys: LoadedKeys;
  close(): Promise<void>;
}

/** Connects one process of the home to everything it stands on. */
export async function openPlatform(
  settings: Settings,
  component: string,
  logTo?: DestinationStream,
): Promise<OpenPlatform> {
  await migrateDatabase(settings.databaseUrl);
  const connection = connectDatabase(settings.databaseUrl, { maxConnections: 20 });
  const log = createLogger(settings.logLevel, component, logTo);
  const wake = openWakeUpSender(settings.queueUrl, log);
  const keys = await loadKeys(settings.keysFolder);
  const platform = {
    database: connection.database,
    config: settings.platform,
    wake,
    log,
    metrics: createMetrics(),
    now: () => new Date(),
    randomBytes: (length: number) => new Uint8Array(randomBytes(length)),
    signers: keys.signers,
    judges: await openJudges(settings.idiomsFile),
    ...openStore(settings.store, settings.platformKey),
  };
  return {
    platform,
    connection,
    keys,
    async close() {
      await wake.close();
      await connection.close();
    },
  };
}
