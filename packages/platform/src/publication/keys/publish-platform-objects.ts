import { sessionSeconds } from '@agent-home/object-store';
import {
  canonicalJson,
  cardDraftBytes,
  type JsonObject,
  objectKey,
  type PlatformKeys,
  sha256Hex,
} from '@agent-home/protocol';
import { eq } from 'drizzle-orm';
import { tables } from '../../database/index.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import type { PlatformConfig } from '../../foundation/settings/config.ts';
import { beginEditions } from '../editions/begin-editions.ts';
import { editionSchedule, type ScheduledVersion } from '../outbox/edition-schedule.ts';
import { enqueueObjects, enqueueSignedObject } from '../outbox/enqueue-object.ts';
import { publishStream } from '../outbox/publish-stream.ts';

/** Publishes the key list if it is newer than the published one, the policy if it has changed, and a new timestamp. */
export async function publishPlatformObjects(
  platform: PublishingPlatform,
  keysDocument: string,
): Promise<void> {
  await publishKeys(platform, keysDocument);
  await beginEditions(platform);
  await publishPolicy(platform);
  await publishTimestamp(platform, keysDocument);
}

async function publishKeys(platform: PublishingPlatform, keysDocument: string): Promise<void> {
  const key = objectKey('platform_keys');
  const { version } = JSON.parse(keysDocument) as PlatformKeys;
  const row = await findPublished(platform, key);
  if (!row || row.version < version) {
    await platform.database.transaction((transaction) =>
      enqueueSignedObject(transaction, { objectKey: key, version, signedText: keysDocument }),
    );
  }
  await publishStream(platform, key);
}

async function publishPolicy(platform: PublishingPlatform): Promise<void> {
  const key = objectKey('platform_policy');
  const body = policyBody(platform.config, await editionSchedule(platform));
  const row = await findPublished(platform, key);
  if (canonicalJson(withoutCertificate(row?.confirmedText)) !== canonicalJson(body)) {
    await platform.database.transaction((transaction) =>
      enqueueObjects(transaction, [{ stream: key, objectKey: key, body }]),
    );
  }
  await publishStream(platform, key);
}

/** Publishes the timestamp that names the current key list. Readers reject one older than an hour. */
export async function publishTimestamp(platform: PublishingPlatform, keysDocument: string): Promise<void> {
  const key = objectKey('platform_timestamp');
  const { version } = JSON.parse(keysDocument) as PlatformKeys;
  const published = await findPublished(platform, objectKey('platform_keys'));
  // A newer list is published, and this process still has the old one, which it must not declare current.
  if (published && published.version > version) return;
  const body: JsonObject = {
    kind: 'platform_timestamp',
    schema_version: 1,
    keys: { version, sha256: sha256Hex(new TextEncoder().encode(keysDocument)) },
  };
  await platform.database.transaction((transaction) =>
    enqueueObjects(transaction, [{ stream: key, objectKey: key, body, expiresInSeconds: 3600 }]),
  );
  await publishStream(platform, key);
}

function policyBody(config: PlatformConfig, schedule: ScheduledVersion[]): JsonObject {
  return {
    kind: 'platform_policy',
    schema_version: 1,
    admission: config.admission,
    author_signature: config.authorSignature,
    heartbeat: {
      shard_digits: config.shardDigits,
      interval_seconds: config.heartbeatIntervalSeconds,
      online_seconds: config.onlineSeconds,
    },
    credentials: {
      default_seconds: config.credentialDefaultSeconds,
      minimum_seconds: sessionSeconds.least,
      maximum_seconds: config.credentialMaximumSeconds,
    },
    limits: {
      message_bytes: config.messageBytes,
      request_bytes: config.requestBytes,
      key_window: 4,
      card_bytes: cardDraftBytes,
    },
    quotas: {
      artifact_bytes: config.quotas.artifactBytes,
      agent: { bytes: config.quotas.agentBytes, objects: config.quotas.agentObjects },
      owner: { bytes: config.quotas.ownerBytes, objects: config.quotas.ownerObjects },
    },
    proposals: { per_day: config.proposalsPerDay, minimum_admitted_days: config.proposerAdmittedDays },
    policy_bundles: { required: config.requirePolicyBundle },
    ...(schedule.length === 0 ? {} : { schemas: schedule.map(publishedVersion) }),
  };
}

function publishedVersion({ kind, schemaVersion, sunsetAt }: ScheduledVersion): JsonObject {
  return {
    kind,
    schema_version: schemaVersion,
    ...(sunsetAt ? { sunset_at: sunsetAt.toISOString() } : {}),
  };
}

async function findPublished(platform: PublishingPlatform, key: string) {
  const { publishedObjects } = tables;
  const [row] = await platform.database
    .select()
    .from(publishedObjects)
    .where(eq(publishedObjects.objectKey, key));
  return row;
}

function withoutCertificate(text: string | null | undefined): JsonObject {
  if (!text) return {};
  const { cert: _, ...body } = JSON.parse(text) as JsonObject;
  return body;
}
