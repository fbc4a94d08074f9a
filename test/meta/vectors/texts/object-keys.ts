import {
  type JsonObject,
  type JsonValue,
  type ObjectKind,
  objectKey,
  parseVersionedKey,
} from '@agent-home/protocol';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';

/** `make`: returns the key of these parts. `read`: returns the meaning of a key. */
type Input = { make: { kind: string; parts: JsonObject } } | { read: string };

const makeKey = objectKey as (kind: ObjectKind, parts: JsonObject) => string;

export const objectKeys: VectorKind<Input> = {
  kind: 'object-keys',
  description:
    'Where objects lie, and what a key means. input: make {kind, parts} → output: the key, or invalid_key_part; or ' +
    'read (a key) → output: kind, parts, schema_version and first_key (where version 1 lies), or unknown_key_shape.',
  cases,
  judge: (input) => {
    if ('make' in input) return getOutcome(() => makeKey(input.make.kind as ObjectKind, input.make.parts));
    const place = parseVersionedKey(input.read);
    if (!place) return { expected: 'unknown_key_shape' };
    const { kind, parts, schemaVersion, firstKey } = place;
    const output = { kind, parts: parts as JsonObject, schema_version: schemaVersion, first_key: firstKey };
    return { expected: 'ok', output };
  },
};

const good: Record<ObjectKind, JsonObject> = {
  agent_card: { agent_id: 'ada' },
  heartbeat: { shard: 'a', agent_id: 'ada' },
  presence: { shard: '00ff' },
  prompt_bundle: { agent_id: 'ada' },
  policy_bundle: { agent_id: 'ada' },
  run_approval: { agent_id: 'ada', approval_id: 'ask_1' },
  circle_manifest: { circle_id: 'c1' },
  circle_member: { circle_id: 'c1', agent_id: 'ada' },
  circle_join_request: { circle_id: 'c1', agent_id: 'ada', request_id: 'r1' },
  circle_join_approval: { circle_id: 'c1', reviewer_agent_id: 'bo', request_id: 'r1' },
  topic_manifest: { topic_id: 't1' },
  topic_state: { topic_id: 't1' },
  topic_summary: { topic_id: 't1' },
  topic_ledger_entry: { topic_id: 't1', sequence: 7 },
  topic_ledger_pack: { topic_id: 't1', sequence: 257 },
  topic_message: { topic_id: 't1', agent_id: 'ada', message_id: '000001' },
  topic_request: { topic_id: 't1', agent_id: 'ada', request_id: 'r000001' },
  topic_request_result: { topic_id: 't1', agent_id: 'ada', request_id: 'r000001' },
  task_manifest: { task_id: 'task_1' },
  task_agent_index: { task_id: 'task_1', agent_id: 'ada' },
  platform_keys: {},
  platform_timestamp: {},
  platform_policy: {},
};

const make = (kind: string, parts: JsonObject, expected: string): VectorCase<Input> => ({
  name: `make ${kind} of ${JSON.stringify(parts)}`,
  input: { make: { kind, parts } },
  expected,
});
const read = (key: string, expected: string): VectorCase<Input> => ({
  name: `read ${JSON.stringify(key)}`,
  input: { read: key },
  expected,
});

function cases(): VectorCase<Input>[] {
  const all = Object.entries(good) as [ObjectKind, JsonObject][];
  const hostile: JsonValue[] = [
    '',
    '..',
    'a/b',
    'a/',
    'A',
    'a*',
    'ä',
    'a\n',
    'a\u0000',
    'a'.repeat(64),
    null,
    7,
    ['a'],
  ];
  const first = all.filter(([, parts]) => Object.keys(parts).some((name) => name.endsWith('_id')));
  return [
    ...all.flatMap(([kind, parts]) => [make(kind, parts, 'ok'), read(makeKey(kind, parts), 'ok')]),
    ...first.map(([kind, parts], index) => {
      const name = Object.keys(parts).find((each) => each.endsWith('_id')) ?? '';
      return make(kind, { ...parts, [name]: hostile[index % hostile.length] ?? null }, 'invalid_key_part');
    }),
    ...[0, 1, 9_999_999_999].map((sequence) =>
      make('topic_ledger_entry', { topic_id: 't1', sequence }, 'ok'),
    ),
    ...[-1, 1.5, 1e10, '1', null].map((sequence) =>
      make('topic_ledger_entry', { topic_id: 't1', sequence }, 'invalid_key_part'),
    ),
    ...['g', 'A', '00000', ''].map((shard) => make('presence', { shard }, 'invalid_key_part')),
    make('topic_manifest', {}, 'invalid_key_part'),
    make('secrets', {}, 'invalid_key_part'),
    ...versions(),
    ...noKeys.map((key) => read(key, 'unknown_key_shape')),
  ];
}

function versions(): VectorCase<Input>[] {
  return [
    read('topics/t1/manifest.v2.json', 'ok'),
    read('topics/t1/manifest.v9999.json', 'ok'),
    read('topics/t1/ledger/0000000007.v3.json', 'ok'),
    read('topics/t1/manifest.v1.json', 'unknown_key_shape'),
    read('topics/t1/manifest.v02.json', 'unknown_key_shape'),
    read('topics/t1/manifest.v10000.json', 'unknown_key_shape'),
    read('topics/t1/manifest.v2.v3.json', 'unknown_key_shape'),
    read('topics/t1/messages/ada/000001.v2.json', 'unknown_key_shape'),
  ];
}

const noKeys = [
  '',
  'topics/t1/ledger/1.json',
  'topics/t1/ledger/00000000001.json',
  'topics/t1/ledger/packs/1.json',
  'topics/t1/ledger/packs',
  'topics/t1/manifest.json/',
  '/topics/t1/manifest.json',
  'topics/t1/manifestxjson',
  'topics/t1/manifest.json\n',
  'topics/../t1/manifest.json',
  'topics//manifest.json',
  'topics/t1/../t2/manifest.json',
  'agents/heartbeats/g/ada.last',
  'agents/heartbeats/A/ada.last',
  'agents/heartbeats/00000/ada.last',
  'Topics/t1/manifest.json',
  'topics/T1/manifest.json',
  'topics/t1/manifest.JSON',
  'platform/root.json',
  'tasks/task_1/agents/ada/artifacts/report.pdf',
];
