import { type JsonObject, objectKey, type TrustedKeys } from '@agent-home/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { judged, published } from '../../support/ledger.ts';
import { getId, json, RawAgent, refusal } from '../../support/raw-agent.ts';
import { openTrust, readWith } from '../../support/read-certified.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
let bo: RawAgent;
let trust: TrustedKeys;

const topics = [
  { topic_id: 'queue', title: 'Queue', mode: 'turn_queue', visibility: 'public' },
  {
    topic_id: 'closed',
    title: 'Closed',
    mode: 'drum_pass',
    visibility: 'invite',
    allowlist_agent_ids: ['ada'],
  },
];

beforeAll(async () => {
  home = await startHome();
  ada = await RawAgent.admitted(home, 'ada');
  bo = await RawAgent.admitted(home, 'bo');
  for (const topic of topics) await home.admin('POST', '/v1/admin/topics', topic);
  await published(home);
  trust = await openTrust(home, (await ada.client({ type: 'registry_read' })).oss);
});
afterAll(() => home.close());

/** Puts a request at the next key and reads the decision on it with the proposer's own credential. */
async function decisionOn(topicId: string, write: (document: JsonObject) => Buffer) {
  const { oss, credential } = await ada.client({ type: 'topic_request_write', topic_id: topicId });
  const key = credential.keys[0]?.key ?? '';
  await oss.put(key, write(ada.request(topicId, getId(key), 'propose_topic', { title: 'Tea' })));
  const entry = await judged(home, topicId, key);
  const place = { topic_id: topicId, agent_id: 'ada', request_id: getId(key) };
  const resultKey = objectKey('topic_request_result', place);
  const reader = await ada.client({ type: 'topic_read', topic_id: topicId });
  const { object } = await eventually(() => readWith(trust, reader.oss, 'topic_request_result', resultKey));
  expect(object).toMatchObject({ ...place, outcome: 'rejected', ledger_sequence: entry.sequence });
  return { reason: object.reason_code, type: object.request_type, resultKey };
}

test('a proposal that reaches no mode has a certified result', async () => {
  const bytes = (fields: JsonObject) => (document: JsonObject) => json({ ...document, ...fields });
  const reasons: [expected: { reason: string; type: string }, write: (document: JsonObject) => Buffer][] = [
    [{ reason: 'ignored', type: 'propose_topic' }, bytes({})],
    [{ reason: 'invalid_schema', type: 'propose_topic' }, bytes({ payload: 'Tea' })],
    [{ reason: 'invalid_schema', type: 'propose_topic' }, ({ created_at: _, ...undated }) => json(undated)],
    [{ reason: 'unsupported_schema_version', type: 'propose_topic' }, bytes({ schema_version: 2 })],
    [{ reason: 'bad_author_signature', type: 'propose_topic' }, bytes({ payload: { title: 'Other' } })],
    [
      { reason: 'too_large', type: 'unknown' },
      () => Buffer.alloc(home.settings.platform.requestBytes + 1, 32),
    ],
  ];
  for (const [expected, write] of reasons) expect(await decisionOn('queue', write)).toMatchObject(expected);
});

test('a refused proposal’s result opens for readers of its topic', async () => {
  const { resultKey } = await decisionOn('closed', json);
  const { oss } = await bo.client({ type: 'topic_read', topic_id: 'queue' });
  expect(await refusal(oss.get(resultKey))).toBe('AccessDenied');
});
