import { certify, type JsonObject, parseVersionedKey } from '@agent-home/protocol';
import { isNull, sql } from 'drizzle-orm';
import { jsonParameter, tables } from '../../database/index.ts';
import { createYield } from '../../foundation/concurrency/yield-to-event-loop.ts';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import type { OutboxRow } from './claim-rows.ts';
import type { EnqueueRequest } from './enqueue-object.ts';

/** The parts of the platform that signing needs. */
export type SigningPlatform = Pick<PublishingPlatform, 'signers' | 'editions' | 'config' | 'now'>;

/** A row with the bytes that were signed for it. */
export interface SignedRow {
  row: OutboxRow;
  text: string;
}

/**
 * Signs objects before they are enqueued, so that the same commit stores their signatures. Each is signed for its expected version.
 * If another transaction overtakes an object, it is enqueued unsigned, and the publisher signs it.
 */
export async function signAhead(
  platform: SigningPlatform,
  requests: readonly EnqueueRequest[],
  getNextVersion: (objectKey: string) => number | undefined,
): Promise<EnqueueRequest[]> {
  const signed: EnqueueRequest[] = [];
  const yieldToEventLoop = createYield();
  for (const request of requests) {
    await yieldToEventLoop();
    const { objectKey, body, expiresInSeconds = null } = request;
    const version = getNextVersion(objectKey);
    if (version === undefined) signed.push(request);
    else {
      const text = certifiedText(platform, { objectKey, version, body, expiresInSeconds });
      signed.push({ ...request, signed: { version, text } });
    }
  }
  return signed;
}

/**
 * Signs rows and stores their signatures before anything is put: a retry after a crash puts the same bytes, so that
 * readers never see one version with two contents.
 */
export async function signRows(platform: PublishingPlatform, rows: OutboxRow[]): Promise<SignedRow[]> {
  const signed: SignedRow[] = [];
  const yieldToEventLoop = createYield();
  for (const row of rows) {
    await yieldToEventLoop();
    signed.push({ row, text: signOutboxRow(platform, row) });
  }
  await storeSignatures(platform, signed);
  return signed;
}

/** Returns the exact text to put: the stored one if the row was signed before. */
function signOutboxRow(platform: SigningPlatform, row: OutboxRow): string {
  if (row.signedText !== null) return row.signedText;
  return certifiedText(platform, { ...row, body: JSON.parse(row.body) as JsonObject });
}

async function storeSignatures(platform: PublishingPlatform, signed: SignedRow[]): Promise<void> {
  const { outbox } = tables;
  const fresh = signed.filter(({ row }) => row.signedText === null);
  if (fresh.length === 0) return;
  const texts = jsonParameter(fresh.map(({ row, text }) => ({ id: row.id, text })));
  await platform.database.execute(
    sql`update ${outbox} set signed_text = signed.text
        from json_to_recordset(${texts}::json) as signed(id bigint, text text)
        where ${outbox.id} = signed.id and ${isNull(outbox.signedText)}`,
  );
}

interface CertifiedVersion {
  objectKey: string;
  version: number;
  body: JsonObject;
  /** null for an object that does not expire. */
  expiresInSeconds: number | null;
}

/** Certifies a version of an object. A second call has another time of issue, so its text differs. */
function certifiedText(
  platform: SigningPlatform,
  { objectKey, version, body, expiresInSeconds }: CertifiedVersion,
): string {
  const issuedAt = platform.now();
  const place = parseVersionedKey(objectKey);
  const purpose = place?.kind === 'platform_timestamp' ? 'timestamp' : 'registry';
  const edition = platform.editions.find(
    ({ kind, schemaVersion }) => kind === place?.kind && schemaVersion === place.schemaVersion,
  );
  const { bytes } = certify(body, {
    signer: platform.signers[purpose],
    issuer: platform.config.issuer,
    objectKey,
    version,
    issuedAt,
    edition,
    ...(expiresInSeconds === null
      ? {}
      : { expiresAt: new Date(issuedAt.getTime() + expiresInSeconds * 1000) }),
  });
  return new TextDecoder().decode(bytes);
}
