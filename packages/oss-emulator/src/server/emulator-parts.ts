import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CredentialDirectory } from '../access/credential-directory.ts';
import { createSecurityTokens } from '../access/security-token.ts';
import { getEventIdentity } from '../events/event-identity.ts';
import { EventPush } from '../events/event-push.ts';
import type { OssServices } from '../operations/oss-request.ts';
import type { OssEmulatorOptions } from '../options/options.ts';
import { BucketSettings } from '../storage/bucket-settings.ts';
import { MultipartUploads } from '../storage/multipart-uploads.ts';
import { ObjectFiles } from '../storage/object-files.ts';
import { loadTokenKey } from '../storage/token-key.ts';

export const defaults = {
  host: '127.0.0.1',
  ossPort: 0,
  stsPort: 0,
  region: 'cn-local',
  accountId: '1000000000000001',
  clock: Date.now,
  log: (_entry: Record<string, unknown>) => {},
};

export type Options = OssEmulatorOptions & typeof defaults;

/** Removes members that are undefined, which would hide a default. */
export function defined<Given extends object>(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Given;
}

/** Opens the data directory and the services on it. */
export async function openParts(options: Options) {
  const { dataDirectory, bucket, region, accountId } = options;
  const directory = join(dataDirectory, 'buckets', bucket);
  await mkdir(directory, { recursive: true });
  const tokens = createSecurityTokens(await loadTokenKey(dataDirectory));
  const identity = getEventIdentity(dataDirectory);
  const credentials = new CredentialDirectory(options.users, options.roles, tokens);
  /** Set once the server listens; no event is pushed before. */
  const certificate = { url: '' };
  const events = new EventPush({
    bucket: { name: bucket, region, accountId },
    identity,
    certificateUrl: () => certificate.url,
    faults: options.faults?.event,
    log: options.log,
  });
  events.setTarget(options.events);
  const services: OssServices = {
    bucketName: bucket,
    region,
    accountId,
    bucket: await BucketSettings.open(directory, options.clock()),
    objects: await ObjectFiles.open(directory),
    uploads: await MultipartUploads.open(directory),
    events,
  };
  return { tokens, identity, credentials, certificate, events, services };
}

export type Parts = Awaited<ReturnType<typeof openParts>>;
