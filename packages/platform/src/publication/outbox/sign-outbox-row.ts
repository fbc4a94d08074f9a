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

/** What signing needs of the platform. */
export type SigningPlatform = Pick<PublishingPlatform, 'signers' | 'editions' | 'config' | 'now'>;

/** The exact text to put, signed unless it was before: the caller stores it in the row before any put. */
export function signOutboxRow(platform: SigningPlatform, row: OutboxRow): string {
  if (row.signedText !== null) return row.signedText;
  return certifiedText(platform, { ...row, body: JSON.parse(row.body) as JsonObject });
}

/** The exact text of an object's version. Signed again it would be another one, with another time of issue. */
export function certifiedText(
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

interface CertifiedVersion {
  objectKey: string;
  version: number;
  body: JsonObject;
  /** null for an object that does not expire. */
  expiresInSeconds: number | null;
}
