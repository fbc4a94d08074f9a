import { tables } from '@agent-home/database';
import { certify, type JsonObject, parseVersionedKey } from '@agent-home/protocol';
import type { PublishingPlatform } from '../../foundation/platform/platform.ts';

const { outbox } = tables;

/** The columns of an outbox row that publishing needs. */
export const outboxFields = {
  id: outbox.id,
  objectKey: outbox.objectKey,
  version: outbox.version,
  body: outbox.body,
  expiresInSeconds: outbox.expiresInSeconds,
  signedText: outbox.signedText,
  afterKey: outbox.afterKey,
};
export type OutboxRow = Pick<typeof outbox.$inferSelect, keyof typeof outboxFields>;

/** The exact text to put, signed unless it was before: the caller stores it in the row before any put. */
export function signOutboxRow(platform: PublishingPlatform, row: OutboxRow): string {
  if (row.signedText !== null) return row.signedText;
  const issuedAt = platform.now();
  const place = parseVersionedKey(row.objectKey);
  const purpose = place?.kind === 'platform_timestamp' ? 'timestamp' : 'registry';
  const edition = platform.editions.find(
    ({ kind, schemaVersion }) => kind === place?.kind && schemaVersion === place.schemaVersion,
  );
  const { bytes } = certify(JSON.parse(row.body) as JsonObject, {
    signer: platform.signers[purpose],
    issuer: platform.config.issuer,
    objectKey: row.objectKey,
    version: row.version,
    issuedAt,
    edition,
    ...(row.expiresInSeconds === null
      ? {}
      : { expiresAt: new Date(issuedAt.getTime() + row.expiresInSeconds * 1000) }),
  });
  return new TextDecoder().decode(bytes);
}
