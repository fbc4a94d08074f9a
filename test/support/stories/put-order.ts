import type { TopicRequestResult } from '@agent-home/protocol';
import { expect } from 'vitest';
import type { TestHome } from '../start-home.ts';

/**
 * Expects each created object to precede, in the emulator's log of puts, the result that names it. Returns the
 * number of such results.
 */
export async function expectManifestsBeforeResults({ open, storeRequests }: TestHome): Promise<number> {
  const puts = storeRequests.flatMap(({ operation, key, status }) =>
    operation === 'PutObject' && status === 200 && key !== undefined ? [key] : [],
  );
  const results = new Set(puts.filter((key) => /^topics\/[^/]+\/results\//.test(key)));
  let named = 0;
  for (const key of results) {
    const { bytes } = await open.platform.store.get(key, { maxBytes: 100_000, timeoutMs: 5_000 });
    const { created } = JSON.parse(new TextDecoder().decode(bytes)) as TopicRequestResult;
    if (!created) continue;
    named += 1;
    expect(puts).toContain(created.object_key);
    // The newest put of the result names it.
    expect(puts.indexOf(created.object_key)).toBeLessThan(puts.lastIndexOf(key));
  }
  return named;
}
