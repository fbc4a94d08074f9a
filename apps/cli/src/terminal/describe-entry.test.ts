import type { JsonObject, TopicLedgerEntry } from '@agent-home/protocol';
import type { Decision } from '@agent-home/sdk';
import { describe, expect, test } from 'vitest';
import { describeEntry } from './describe-entry.ts';

function entry(header: JsonObject, body?: JsonObject): TopicLedgerEntry {
  const { context = {}, verdict = { outcome: 'accepted' }, ...rest } = header as Record<string, JsonObject>;
  return {
    topic_id: 't1',
    sequence: 7,
    header: {
      topic_id: 't1',
      sequence: 7,
      ...rest,
      context: { now: '2026-03-01T12:00:07.000Z', ...context },
      verdict,
    },
    ...(body ? { body: { salt: '', text: JSON.stringify(body) } } : {}),
  } as TopicLedgerEntry;
}

const decision: Decision = {
  agentId: 'bo',
  requestId: 'r000001',
  requestType: 'propose_topic',
  decidedAt: '2026-03-01T12:00:07.000Z',
  outcome: 'needs_votes',
  reasonCode: 'needs_votes',
  created: undefined,
  redirect: undefined,
  votes: {
    required: 2,
    current: 1,
    voteWindowEndsAt: '2026-03-02T12:00:00.000Z',
    voteTargetObjectKey: 'topics/t1/requests/bo/r000001.json',
  },
  version: 2,
};

const by = (type: string, key: string) => ({
  input: { type, agent_id: 'bo', object_key: `topics/t1/${key}.json` },
});

describe('a line of a watched topic', () => {
  test.each<[string, TopicLedgerEntry, Decision | undefined, string]>([
    [
      'a sealed message',
      entry({ ...by('message', 'messages/bo/round_000001'), context: { sealed: {} } }),
      undefined,
      '· bo: sealed message',
    ],
    [
      'what was ruled out, with its words, reason and explanation',
      entry(
        {
          ...by('message', 'messages/bo/turn_000001_0001'),
          verdict: { outcome: 'ruled_out', reason: 'not_an_idiom', explanation: 'no dictionary has it' },
        },
        { kind: 'topic_message', content: { text: '无\u001b[2J中生有' } },
      ),
      undefined,
      '· bo: message “无‹U+001B›[2J中生有” – ruled out (not_an_idiom): no dictionary has it',
    ],
    [
      'a refusal',
      entry(
        { ...by('request', 'requests/bo/r000001'), verdict: { outcome: 'rejected', reason: 'cast_full' } },
        { type: 'queue_join' },
      ),
      undefined,
      '· bo: queue_join – not accepted (cast_full)',
    ],
    [
      'a revealed vote',
      entry(
        { input: { type: 'reveal', agent_id: 'bo' } },
        { sequence: 5, salt: '', text: JSON.stringify({ kind: 'topic_request', type: 'vote' }) },
      ),
      undefined,
      '· bo: reveal of #5 vote',
    ],
    [
      'a revealed secret',
      entry({ input: { type: 'reveal' } }, { random_secret: 'ab'.repeat(32) }),
      undefined,
      '· platform: reveals the secret of the draws',
    ],
    [
      'a proposal with where it stands',
      entry(by('request', 'requests/bo/r000001'), { type: 'propose_topic', payload: { title: 'Tea' } }),
      decision,
      '· bo: propose_topic “Tea” → 1 of 2 votes, until 2026-03-02T12:00:00.000Z',
    ],
    [
      'a vote that decided a proposal',
      entry(by('request', 'requests/cy/r000001'), {
        type: 'vote',
        payload: { target_object_key: 'topics/t1/requests/bo/r000001.json' },
      }),
      {
        ...decision,
        outcome: 'accepted',
        created: { kind: 'topic', id: 'newer', objectKey: 'topics/newer/manifest.json' },
      },
      '· bo: vote → accepted topic newer',
    ],
  ])('reports %s', async (_, given, found, expected) => {
    const topic = { message: async () => undefined, result: async () => found };
    expect(await describeEntry(topic, given)).toBe(`✔ #00007 12:00:07  ${expected}`);
  });
});
