import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LifecycleRule } from '@agent-home/object-store';
import { bootstrapMinio } from './bootstrap.ts';
import { minioTools } from './build-tools.ts';
import type { KeyPair } from './key-pair.ts';
import { MinioServer } from './minio-server.ts';

interface StartMinioOptions {
  /** Data directory, which is kept at the end. By default a new directory is created and removed. */
  dataDirectory?: string;
  webhook?: { url: string; token: string };
  lifecycle?: LifecycleRule[];
  /** Credentials of an existing data directory; random by default. */
  root?: KeyPair;
  platform?: KeyPair;
}

export interface RunningMinio {
  endpoint: string;
  region: string;
  bucket: string;
  platform: KeyPair;
  root: KeyPair;
  /** Path of the administration client. */
  mc: string;
  /** Ends it as a crash does. The data stays. */
  kill(): Promise<void>;
  /** Restarts on the same port and data, after `kill` or while running. */
  restart(): Promise<void>;
  /** Ends the server; removes the data it made itself. */
  stop(): Promise<void>;
  log(): string;
}

const REGION = 'us-east-1';
const BUCKET = 'agent-home';

/**
 * Starts a MinIO with bucket, user, policy, webhook and lifecycle.
 * @throws Error if no binary is available
 */
export async function startMinio(options: StartMinioOptions = {}): Promise<RunningMinio> {
  const tools = await minioTools();
  const { dataDirectory, webhook, lifecycle = [] } = options;
  const root = options.root ?? madeUpKey('root');
  const platform = options.platform ?? madeUpKey('platform');
  const folder = dataDirectory ?? (await mkdtemp(join(tmpdir(), 'agent-home-minio-')));
  await mkdir(folder, { recursive: true });
  const removeFolder = async () => {
    if (dataDirectory === undefined) await rm(folder, { recursive: true, force: true });
  };
  let server: MinioServer | undefined;
  try {
    server = await MinioServer.start({
      executable: tools.minio,
      dataDirectory: folder,
      region: REGION,
      root,
      webhook,
    });
    const { endpoint } = server;
    const hasWebhook = webhook !== undefined;
    await bootstrapMinio(tools.mc, {
      endpoint,
      region: REGION,
      bucket: BUCKET,
      root,
      platform,
      hasWebhook,
      lifecycle,
    });
  } catch (error) {
    await server?.stop();
    await removeFolder();
    throw error;
  }
  const running = server;
  return {
    endpoint: running.endpoint,
    region: REGION,
    bucket: BUCKET,
    platform,
    root,
    mc: tools.mc,
    kill: () => running.kill(),
    restart: async () => {
      await running.stop();
      await running.start();
    },
    stop: async () => {
      await running.stop();
      await removeFolder();
    },
    log: () => running.log,
  };
}

function madeUpKey(name: string): KeyPair {
  return {
    accessKeyId: `${name}-${randomBytes(4).toString('hex')}`,
    accessKeySecret: randomBytes(20).toString('hex'),
  };
}
