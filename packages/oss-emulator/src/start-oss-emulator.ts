import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CredentialDirectory } from './access/credential-directory.ts';
import { createSecurityTokens } from './access/security-token.ts';
import { eventIdentityOf } from './events/event-identity.ts';
import { EventPush } from './events/event-push.ts';
import type { OssServices } from './operations/oss-request.ts';
import type { OssEmulator, OssEmulatorOptions } from './options/options.ts';
import { CERTIFICATE_PATH, startOssServer } from './server/oss-server.ts';
import { removeExpired } from './storage/apply-lifecycle.ts';
import { BucketSettings } from './storage/bucket-settings.ts';
import { MultipartUploads } from './storage/multipart-uploads.ts';
import { ObjectFiles } from './storage/object-files.ts';
import { loadTokenKey } from './storage/token-key.ts';
import { startStsServer } from './sts/sts-server.ts';

const LIFECYCLE_INTERVAL_MS = 60_000;
const BUCKET_NAME = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/;

/**
 * Starts OSS and STS on localhost. Rejects when a port is taken, a policy is malformed, or the data directory
 * holds what this emulator did not write. One process at a time may use a data directory.
 */
export async function startOssEmulator(options: OssEmulatorOptions): Promise<OssEmulator> {
  if (!BUCKET_NAME.test(options.bucket)) throw new Error('the bucket name is not valid');
  const host = options.host ?? '127.0.0.1';
  const clock = options.clock ?? Date.now;
  const log = options.log ?? (() => undefined);
  const region = options.region ?? 'cn-local';
  const accountId = options.accountId ?? '1000000000000001';

  const directory = join(options.dataDirectory, 'buckets', options.bucket);
  await mkdir(directory, { recursive: true });
  const tokens = createSecurityTokens(await loadTokenKey(options.dataDirectory));
  const identity = eventIdentityOf(options.dataDirectory);
  const credentials = new CredentialDirectory(options.users, options.roles, tokens);

  let certificateUrl = '';
  const events = new EventPush({
    bucket: { name: options.bucket, region, accountId },
    identity,
    certificateUrl: () => certificateUrl,
    faults: options.faults?.event,
    log,
  });
  events.setTarget(options.events);
  const services: OssServices = {
    bucketName: options.bucket,
    region,
    accountId,
    bucket: await BucketSettings.open(directory, clock()),
    objects: await ObjectFiles.open(directory),
    uploads: await MultipartUploads.open(directory),
    events,
  };
  const oss = await startOssServer({
    host,
    port: options.ossPort ?? 0,
    services,
    credentials,
    certificatePem: async () => (await identity()).certificatePem,
    clock,
    faults: options.faults?.store,
    log,
  });
  const ossEndpoint = `http://localhost:${oss.port}`;
  certificateUrl = `${ossEndpoint}${CERTIFICATE_PATH}`;
  const sts = await startStsServer({
    host,
    port: options.stsPort ?? 0,
    accountId,
    credentials,
    tokens,
    clock,
    assumeRolePerSecond: options.assumeRolePerSecond,
    faults: options.faults?.sts,
    log,
  }).catch(async (error) => {
    await oss.close();
    throw error;
  });
  let lifecycleRun: Promise<unknown> = Promise.resolve();
  const lifecycleTimer = setInterval(() => {
    lifecycleRun = removeExpired(services, clock()).catch((error) => {
      log({ service: 'lifecycle', fault: error instanceof Error ? error.message : 'unknown' });
    });
  }, LIFECYCLE_INTERVAL_MS);
  lifecycleTimer.unref();

  return {
    ossEndpoint,
    stsEndpoint: `127.0.0.1:${sts.port}`,
    certificateUrl,
    applyLifecycle: () => removeExpired(services, clock()),
    setEvents: (target) => events.setTarget(target),
    async close() {
      clearInterval(lifecycleTimer);
      await Promise.all([oss.close(), sts.close()]);
      await events.close();
      await lifecycleRun;
    },
  };
}
