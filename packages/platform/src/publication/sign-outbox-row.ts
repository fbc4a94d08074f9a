import { certify, type JsonObject, parseObjectKey } from '@agent-home/protocol';
import type { PublishingPlatform } from '../platform.ts';

export interface OutboxRow {
  id: number;
  stream: string;
  objectKey: string;
  version: number;
  body: string;
  expiresInSeconds: number | null;
  signedText: string | null;
  attempts: number;
}

/** The exact text to put. Signed at most once: the caller keeps it in the row before any put. */
export function signOutboxRow(platform: PublishingPlatform, row: OutboxRow): string {
  if (row.signedText !== null) return row.signedText;
  const issuedAt = platform.now();
  const purpose = parseObjectKey(row.objectKey)?.kind === 'platform_timestamp' ? 'timestamp' : 'registry';
  const { bytes } = certify(JSON.parse(row.body) as JsonObject, {
    signer: platform.signers[purpose],
    issuer: platform.config.issuer,
    objectKey: row.objectKey,
    version: row.version,
    issuedAt,
    ...(row.expiresInSeconds === null
      ? {}
      : { expiresAt: new Date(issuedAt.getTime() + row.expiresInSeconds * 1000) }),
  });
  return new TextDecoder().decode(bytes);
}
