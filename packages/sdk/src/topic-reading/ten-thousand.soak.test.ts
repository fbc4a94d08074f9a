import { objectKey } from '@agent-home/protocol';
import { expect, test } from 'vitest';
import { start } from '../testing/certified-home.ts';
import { longLedger, longTopicId } from '../testing/long-ledger.ts';
import { smallHome } from '../testing/small-home.ts';

const entries = 10_000;

test('ten thousand entries are read with at most sixty requests', async () => {
  const home = await smallHome();
  const { objects, head } = longLedger(home.certified, entries);
  for (const [key, bytes] of objects) home.bucket.objects.set(key, bytes);
  const put = (kind: 'topic_manifest' | 'topic_state', fields: object) => {
    const key = objectKey(kind, { topic_id: longTopicId });
    const body = {
      kind,
      schema_version: 1,
      topic_id: longTopicId,
      mode: 'freeform',
      mode_version: 1,
      ...fields,
    };
    home.bucket.objects.set(key, home.certified.certify(key, 1, body));
  };
  const audience = { visibility: 'public', owner_id: 'platform', policy_version: 1 };
  put('topic_manifest', { title: 'Long', ...audience });
  const ledger = { sequence: head.sequence, head: head.hash };
  put('topic_state', { updated_at: new Date(start).toISOString(), ledger, state: {} });
  const topic = await (await home.connect()).enterTopic(longTopicId);
  let last = 0;
  for await (const entry of topic.ledger()) last = entry.sequence;
  expect(last).toBe(entries);
  expect(home.bucket.gets.length).toBeLessThanOrEqual(60);
}, 240_000);
