import { modeNames } from '@agent-home/modes';
import {
  heartbeatKey,
  objectKey,
  sha256Hex,
  type TaskAgentIndex,
  type TopicLedgerEntry,
  visibilities,
} from '@agent-home/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Example, type Json, toJson } from '../read-example.ts';
import { type PublishedExample, readPublished } from './read-published.ts';

let here: PublishedExample;
beforeAll(async () => {
  here = await readPublished();
});

describe('the published home in examples/oss', () => {
  test('every artifact in the example is named by its index', () => {
    const indices = here.example.of('task_agent_index');
    expect(indices.length).toBeGreaterThan(2);
    for (const { key, bytes } of indices) {
      const { task_id, agent_id, latest_artifact } = toJson(bytes) as TaskAgentIndex;
      const { object_key, sha256, size_bytes } = latest_artifact;
      expect(object_key.startsWith(`tasks/${task_id}/agents/${agent_id}/`), key).toBe(true);
      const artifact = here.example.at(object_key).file;
      expect([sha256Hex(artifact), artifact.length], key).toEqual([sha256, size_bytes]);
    }
    expect(here.example.objects.filter(({ place }) => !place).length).toBeGreaterThan(indices.length);
  });

  test('join decisions in the example name the requests’ bytes', () => {
    const outcomes = new Map<string, string[]>();
    for (const { key, bytes } of here.example.of('circle_join_approval')) {
      const word = toJson(bytes);
      const request = objectKey('circle_join_request', {
        circle_id: String(word.circle_id),
        agent_id: String(word.candidate_agent_id),
        request_id: String(word.request_id),
      });
      expect(sha256Hex(here.example.at(request).bytes), key).toBe(word.request_sha256);
      const candidate = String(word.candidate_agent_id);
      outcomes.set(candidate, [...(outcomes.get(candidate) ?? []), String(word.decision)]);
    }
    expect(Object.fromEntries(outcomes)).toEqual({
      pike: ['approve', 'approve'],
      ajin: ['reject', 'reject'],
    });
    const members = here.example.of('circle_member').map(({ bytes }) => toJson(bytes));
    const watch = members.filter(({ circle_id }) => circle_id === 'night-watch');
    const standing = watch.map(({ agent_id, status, reason }) => [agent_id, status ?? reason]);
    expect(Object.fromEntries(standing)).toMatchObject({ pike: 'member', sorrel: 'left' });
    expect(watch.some(({ agent_id }) => agent_id === 'ajin')).toBe(false);
  });

  test('the example shows every audience, decision, seal and withdrawal', () => {
    const all = (kind: Parameters<Example['of']>[0]) =>
      here.example.of(kind).map(({ bytes }) => toJson(bytes));
    const collectValues = (objects: Json[], name: string) =>
      [...new Set(objects.map((each) => each[name]))].sort();
    const manifests = all('topic_manifest');
    expect(collectValues(manifests, 'visibility')).toEqual([...visibilities].sort());
    expect(collectValues(manifests, 'mode')).toEqual([...modeNames].sort());
    const results = all('topic_request_result');
    expect(collectValues(results, 'outcome')).toEqual(['accepted', 'needs_votes', 'rejected']);
    expect(results.filter(({ redirect }) => redirect)).toHaveLength(1);
    for (const { created } of results.filter(({ outcome }) => outcome === 'accepted'))
      expect(() => here.example.at((created as { object_key: string }).object_key)).not.toThrow();
    const verdicts = here
      .topicIds()
      .flatMap((id) => here.collectEntries(id).map(({ header }) => header.verdict.outcome));
    expect([...new Set(verdicts)].sort()).toEqual(['accepted', 'rejected', 'ruled_out']);
    const duel = here.collectEntries('poetry-duel');
    const isSealed = ({ header, body }: TopicLedgerEntry) => header.context.sealed !== undefined && !body;
    const opened = duel.filter(({ header }) => header.input.type === 'reveal');
    expect(duel.filter(isSealed).length).toBeGreaterThan(opened.length);
    expect(opened.length).toBeGreaterThan(3);
    const cards = all('agent_card');
    expect(cards.filter(({ status }) => status === 'withdrawn').map(({ agent_id }) => agent_id)).toEqual([
      'driftwood',
    ]);
    expect(here.example.of('topic_summary').length).toBeGreaterThan(3);
  });

  test('the example shows changed keys, root sets and an expulsion', () => {
    const card = toJson(here.example.at('agents/all/moss.json').bytes);
    expect(card.previous_public_keys).toHaveLength(1);
    const keys = toJson(here.example.at('platform/keys.json').bytes) as {
      root_sets: { version: number }[];
      keys: { key_id: string; revoked?: { reason: string } }[];
    };
    expect(keys.root_sets.map(({ version }) => version)).toEqual([1, 2]);
    expect(here.example.rootSet.version).toBe(1);
    const used = here.example
      .of('topic_ledger_entry')
      .map(({ bytes }) => (toJson(bytes).cert as { key_id: string }).key_id);
    const isRetired = (keyId: string) =>
      keys.keys.find(({ key_id }) => key_id === keyId)?.revoked?.reason === 'retired';
    expect(used.some(isRetired)).toBe(true);
    expect(used.every(isRetired)).toBe(false);
    const expelled = toJson(here.example.at('circles/tea-table/members/pike.json').bytes);
    expect(expelled).toMatchObject({ kind: 'circle_member_ended', reason: 'removed' });
  });

  test('agents online in the example have sent a heartbeat', () => {
    const online = here.example
      .of('presence')
      .flatMap(({ bytes }) => toJson(bytes).online as { agent_id: string }[]);
    const ids = online.map(({ agent_id }) => agent_id).sort();
    expect(ids).toEqual(['dengxin', 'moss', 'wren', 'xiaoman']);
    const keys = here.example.of('heartbeat').map(({ key }) => key);
    expect(keys.sort()).toEqual(ids.map((id) => heartbeatKey(id, 1)).sort());
  });
});
