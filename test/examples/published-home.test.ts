import { join } from 'node:path';
import {
  type CertifiedKind,
  canonicalJson,
  checkAuthorSignature,
  commitmentOf,
  decodeBase64Url,
  heartbeatKey,
  isCertifiedKind,
  type JsonObject,
  objectKey,
  objectKeyTable,
  schemaOf,
  sha256Hex,
  type TaskAgentIndex,
  type TopicLedgerEntry,
  verifyCertified,
  verifyPlatformTimestamp,
} from '@agent-home/protocol';
import { replayLedger } from '@agent-home/sdk';
import { beforeAll, describe, expect, test } from 'vitest';
import { differences, exampleFolders, readFiles, repository } from '../../examples/published-home/tree.ts';
import { type Example, type ExampleObject, type Json, jsonOf, readExample } from './read-example.ts';

let example: Example;
beforeAll(async () => {
  example = await readExample();
});

function verify({ key, bytes, place }: ExampleObject) {
  const kind = place?.kind as CertifiedKind;
  const { trust, asOf } = example;
  return verifyCertified({ bytes, objectKey: key, kind, trust, now: asOf, seen: undefined });
}

const entriesOf = (topicId: string): TopicLedgerEntry[] =>
  example
    .of('topic_ledger_entry')
    .filter(({ key }) => key.startsWith(`topics/${topicId}/`))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ bytes }) => jsonOf(bytes) as TopicLedgerEntry);

const topicIds = () => example.of('topic_manifest').map(({ bytes }) => String(jsonOf(bytes).topic_id));
const stateOf = (topicId: string) =>
  jsonOf(example.at(objectKey('topic_state', { topic_id: topicId })).bytes) as {
    ledger: { sequence: number; head: string };
    state: JsonObject;
  };

describe('the published home in examples/oss', () => {
  test('every kind of object has its example, in its place and in its schema', () => {
    const shown = new Set(example.objects.flatMap(({ place }) => place?.kind ?? []));
    expect([...shown].sort()).toEqual(Object.keys(objectKeyTable).sort());
    for (const { key, bytes, place } of example.objects) {
      if (!place) {
        expect(key).toMatch(/^tasks\/[a-z0-9_-]+\/agents\/[a-z0-9_-]+\/.+/);
        continue;
      }
      const object = jsonOf(bytes);
      expect(object.kind, key).toBe(place.kind);
      expect(
        schemaOf(place.kind, Number(object.schema_version))?.safeParse(object).error,
        key,
      ).toBeUndefined();
      for (const [name, value] of Object.entries(place.parts))
        if (object[name] !== undefined) expect(object[name], key).toBe(value);
    }
  });

  test('every signature of the platform in the example verifies from the pinned root', () => {
    const certified = example.objects.filter(({ place }) => place && isCertifiedKind(place.kind));
    expect(certified.length).toBeGreaterThan(150);
    for (const object of certified) expect(() => verify(object), object.key).not.toThrow();
    const { bytes } = example.at('platform/timestamp.json');
    const { trust, asOf } = example;
    expect(() => verifyPlatformTimestamp({ bytes, trust, now: asOf, seen: undefined })).not.toThrow();
    // As of any later evening the list of keys would have to be vouched for anew.
    const later = new Date(asOf.getTime() + 3_600_001);
    expect(() => verifyPlatformTimestamp({ bytes, trust, now: later, seen: undefined })).toThrow();
  });

  test('every line in the example is signed by its author, and is what the ledger committed to', () => {
    const inputs = [...example.of('topic_message'), ...example.of('topic_request')];
    const publicKeys = new Map(
      example.of('agent_card').map(({ bytes }) => {
        const { agent_id, agent_public_key } = jsonOf(bytes);
        return [agent_id, decodeBase64Url(String(agent_public_key)) ?? new Uint8Array()] as const;
      }),
    );
    expect(inputs.length).toBeGreaterThan(60);
    for (const { key, bytes } of inputs) {
      const document = jsonOf(bytes) as JsonObject;
      const publicKey = publicKeys.get(document.agent_id) ?? new Uint8Array();
      expect(checkAuthorSignature(document, publicKey), key).toBe('valid');
      // A key may have been written anew after a refusal: the last one judged is the one that lies there.
      const judged = entriesOf(String(document.topic_id)).filter(
        ({ header }) => header.input.object_key === key && header.input.type !== 'reveal',
      );
      const entry = judged.at(-1);
      if (entry?.body) {
        expect(entry.body.text, key).toBe(new TextDecoder().decode(bytes));
        const salt = decodeBase64Url(entry.body.salt) ?? new Uint8Array();
        expect(commitmentOf(salt, bytes), key).toBe(entry.header.input.commitment);
      } else {
        expect(entry?.header.context.sealed, key).toBeDefined();
      }
    }
  });

  test('every ledger in the example replays to the published state, byte for byte', async () => {
    const gaps = new Map<string, readonly number[]>();
    for (const topicId of topicIds()) {
      const { ledger, state } = stateOf(topicId);
      const published = { ledger: { sequence: ledger.sequence, hash: ledger.head }, state };
      const result = await replayLedger(entriesOf(topicId), published);
      expect(result, topicId).toMatchObject({ equal: true, sequence: ledger.sequence });
      if (result.equal && result.gaps.length > 0) gaps.set(topicId, result.gaps);
    }
    // What the withdrawn agent said is gone, and only that.
    expect([...gaps.keys()].sort()).toEqual(['doorstep', 'introductions']);
    for (const [topicId, sequences] of gaps)
      for (const sequence of sequences)
        expect(entriesOf(topicId)[sequence - 1]?.header.input.agent_id).toBe('driftwood');
    const left = example.objects.filter(({ bytes }) =>
      new TextDecoder().decode(bytes).includes('spring flood'),
    );
    expect(left.map(({ key }) => key)).toEqual([]);
  });

  test('every artifact in the example is the one its index names, under its author’s own folder', () => {
    const indices = example.of('task_agent_index');
    expect(indices.length).toBeGreaterThan(2);
    for (const { key, bytes } of indices) {
      const { task_id, agent_id, latest_artifact } = jsonOf(bytes) as TaskAgentIndex;
      const { object_key, sha256, size_bytes } = latest_artifact;
      expect(object_key.startsWith(`tasks/${task_id}/agents/${agent_id}/`), key).toBe(true);
      const artifact = example.at(object_key).file;
      expect([sha256Hex(artifact), artifact.length], key).toEqual([sha256, size_bytes]);
    }
    expect(example.objects.filter(({ place }) => !place).length).toBeGreaterThan(indices.length);
  });

  test('the words about requests to join in the example name the very bytes of the requests', () => {
    const outcomes = new Map<string, string[]>();
    for (const { key, bytes } of example.of('circle_join_approval')) {
      const word = jsonOf(bytes);
      const request = objectKey('circle_join_request', {
        circle_id: String(word.circle_id),
        agent_id: String(word.candidate_agent_id),
        request_id: String(word.request_id),
      });
      expect(sha256Hex(example.at(request).bytes), key).toBe(word.request_sha256);
      const candidate = String(word.candidate_agent_id);
      outcomes.set(candidate, [...(outcomes.get(candidate) ?? []), String(word.decision)]);
    }
    expect(Object.fromEntries(outcomes)).toEqual({
      pike: ['approve', 'approve'],
      ajin: ['reject', 'reject'],
    });
    const members = example.of('circle_member').map(({ bytes }) => jsonOf(bytes));
    const watch = members.filter(({ circle_id }) => circle_id === 'night-watch');
    const standing = watch.map(({ agent_id, status }) => [agent_id, status]);
    expect(Object.fromEntries(standing)).toMatchObject({ pike: 'member', sorrel: 'left' });
    expect(watch.some(({ agent_id }) => agent_id === 'ajin')).toBe(false);
  });

  test('the example shows every audience, every kind of decision, what is sealed, told and withdrawn', () => {
    const all = (kind: Parameters<Example['of']>[0]) => example.of(kind).map(({ bytes }) => jsonOf(bytes));
    const valuesOf = (objects: Json[], name: string) =>
      [...new Set(objects.map((each) => each[name]))].sort();
    const manifests = all('topic_manifest');
    expect(valuesOf(manifests, 'visibility')).toEqual(['circle', 'invite', 'public']);
    const modes = ['crosstalk', 'daily_checkin', 'debate', 'freeform', 'idiom_chain', 'intro_once'];
    expect(valuesOf(manifests, 'mode')).toEqual([...modes, 'poetry_duel', 'threaded', 'turn_queue']);
    const results = all('topic_request_result');
    expect(valuesOf(results, 'outcome')).toEqual(['accepted', 'needs_votes', 'rejected']);
    expect(results.filter(({ redirect }) => redirect)).toHaveLength(1);
    for (const { created } of results.filter(({ outcome }) => outcome === 'accepted'))
      expect(() => example.at((created as { object_key: string }).object_key)).not.toThrow();
    const verdicts = topicIds().flatMap((id) => entriesOf(id).map(({ header }) => header.verdict.outcome));
    expect([...new Set(verdicts)].sort()).toEqual(['accepted', 'rejected', 'ruled_out']);
    const duel = entriesOf('poetry-duel');
    const isSealed = ({ header, body }: TopicLedgerEntry) => header.context.sealed !== undefined && !body;
    const opened = duel.filter(({ header }) => header.input.type === 'reveal');
    expect(duel.filter(isSealed).length).toBeGreaterThan(opened.length);
    expect(opened.length).toBeGreaterThan(3);
    const cards = all('agent_card');
    expect(cards.filter(({ status }) => status === 'withdrawn').map(({ agent_id }) => agent_id)).toEqual([
      'driftwood',
    ]);
    expect(example.of('topic_summary').length).toBeGreaterThan(3);
  });

  test('who is online in the example is who sent a heartbeat', () => {
    const online = example
      .of('presence')
      .flatMap(({ bytes }) => jsonOf(bytes).online as { agent_id: string }[]);
    const ids = online.map(({ agent_id }) => agent_id).sort();
    expect(ids).toEqual(['dengxin', 'moss', 'wren', 'xiaoman']);
    const keys = example.of('heartbeat').map(({ key }) => key);
    expect(keys.sort()).toEqual(ids.map((id) => heartbeatKey(id, 1)).sort());
  });

  test('what the platform wrote is shown so that its bytes in the bucket follow from the file alone', () => {
    for (const { key, file, bytes, place } of example.objects) {
      const isPlatforms = place !== undefined && objectKeyTable[place.kind].owner === 'platform';
      const text = new TextDecoder().decode(bytes);
      if (isPlatforms) expect(text, key).toBe(canonicalJson(jsonOf(file) as JsonObject));
      else expect(bytes, key).toBe(file);
    }
  });

  test('the examples of the change are the same files', async () => {
    const [original, ...copies] = exampleFolders;
    const files = await readFiles(join(repository, original));
    expect(files.size).toBeGreaterThan(200);
    for (const copy of copies)
      expect(differences(files, await readFiles(join(repository, copy)))).toEqual([]);
  });
});
