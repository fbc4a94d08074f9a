import type { OfficeKeys } from '@agent-home/http-contract';
import {
  decodeBase64Url,
  objectKey,
  type PlatformKeys,
  type PlatformTimestamp,
  sha256Hex,
} from '@agent-home/protocol';
import type { Database } from '../../database/index.ts';
import { publishedTexts } from '../views/published-texts.ts';
import { notShown } from '../views/show-topics.ts';

/**
 * Returns the published key list, with keys by fingerprint.
 * @throws PlatformError `not_found` before a worker has published it
 */
export async function officeKeys(database: Database): Promise<OfficeKeys> {
  const [keysKey, timestampKey] = [objectKey('platform_keys'), objectKey('platform_timestamp')];
  const texts = await publishedTexts(database, [keysKey, timestampKey]);
  const [listed, timestamp] = [texts.get(keysKey), texts.get(timestampKey)];
  if (!listed) throw notShown();
  const keys = JSON.parse(listed.text) as PlatformKeys;
  const current = timestamp && (JSON.parse(timestamp.text) as PlatformTimestamp);
  return {
    issuer: keys.issuer,
    version: keys.version,
    issued_at: keys.issued_at,
    ...(current ? { timestamp_at: current.cert.issued_at } : {}),
    root_sets: keys.root_sets.map(({ version, threshold, keys: members }) => ({
      version,
      threshold,
      keys: members.map(({ key_id, public_key }) => ({ key_id, sha256: fingerprint(public_key) })),
    })),
    signing_keys: keys.keys.map(({ key_id, public_key, purpose, valid_from, valid_until, revoked }) => ({
      key_id,
      sha256: fingerprint(public_key),
      purpose,
      valid_from,
      valid_until,
      ...(revoked ? { revoked: { reason: revoked.reason, at: revoked.at } } : {}),
    })),
  };
}

function fingerprint(publicKey: string): string {
  return sha256Hex(decodeBase64Url(publicKey) ?? new Uint8Array());
}
