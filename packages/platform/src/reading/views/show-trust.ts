import type { TrustAnswer } from '@agent-home/http-contract';
import { objectKey, type RootSet } from '@agent-home/protocol';
import type { Database } from '../../database/index.ts';
import { publishedTexts } from './published-texts.ts';
import { notShown } from './show-topics.ts';

/**
 * Returns the trust material for a browser that has pinned the root set. @throws PlatformError `not_found`
 * before the first worker
 */
export async function showTrust(database: Database, rootSet: RootSet): Promise<TrustAnswer> {
  const [keysKey, timestampKey] = [objectKey('platform_keys'), objectKey('platform_timestamp')];
  const texts = await publishedTexts(database, [keysKey, timestampKey]);
  const [keys, timestamp] = [texts.get(keysKey), texts.get(timestampKey)];
  if (!keys) throw notShown();
  return { root_set: { ...rootSet }, keys, ...(timestamp ? { timestamp } : {}) };
}
