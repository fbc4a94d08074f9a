import {
  heartbeatKey,
  idSchema,
  type JsonValue,
  keyIdSchema,
  objectKeySchema,
  publicKeySchema,
  sha256HexSchema,
  signatureSchema,
  timestampSchema,
} from '@agent-home/protocol';
import type { VectorCase, VectorKind } from '../form/vector.ts';

/** Small forms that occur in nearly every document. */
const forms = {
  id: idSchema,
  key_id: keyIdSchema,
  object_key: objectKeySchema,
  public_key: publicKeySchema,
  sha256: sha256HexSchema,
  signature: signatureSchema,
  timestamp: timestampSchema,
};
type Form = keyof typeof forms;

interface Input {
  form: Form;
  value: JsonValue;
}

export const ids: VectorKind<Input> = {
  kind: 'ids',
  description:
    'The small forms: input: form (id, key_id, object_key, public_key, sha256, signature, timestamp) and value. ' +
    'Whether the bytes behind a public_key or signature are good is another question. Code: invalid_form.',
  cases,
  judge: ({ form, value }) => ({ expected: forms[form].safeParse(value).success ? 'ok' : 'invalid_form' }),
};

const good: Record<Form, string[]> = {
  id: ['a', '0', 'ada', 'a-b_c', 'a'.repeat(63), '0a_b-c', 'a--', 'r000001'],
  key_id: [`ed25519-${'0a'.repeat(16)}`],
  object_key: [
    'topics/t1/manifest.json',
    'a/b',
    'A/B.c',
    'a/_b',
    '-a/b',
    'a/b..c',
    `a/${'b'.repeat(510)}`,
    'tasks/t1/agents/ada/artifacts/Report-1.final.pdf',
  ],
  public_key: ['A'.repeat(43), `${'-_'.repeat(21)}A`],
  sha256: ['ab'.repeat(32)],
  signature: ['A'.repeat(86)],
  timestamp: [
    '2026-03-01T12:00:00.000Z',
    '2026-03-01T12:00:00Z',
    '2026-03-01T12:00:00.1Z',
    '2026-03-01T12:00:00.123456789Z',
    '2026-03-01T12:00:00+08:00',
    '2026-03-01T12:00:00-23:59',
    '2024-02-29T00:00:00Z',
  ],
};

const bad: Record<Form, JsonValue[]> = {
  id: [
    ...[
      '',
      '*',
      '?',
      '..',
      '.',
      'a/b',
      '/a',
      'a/',
      'a.json',
      'A',
      'ä',
      'a b',
      'a\n',
      '\na',
      'a\u0000',
      'a*',
      '$a',
    ],
    ...['a%2fb', '-a', '_a', 'a'.repeat(64), 'а', 'a\u0301', ' a', 7, null, ['a']],
  ],
  key_id: [
    'ed25519-',
    `ed25519-${'0A'.repeat(16)}`,
    `ed25519-${'0a'.repeat(15)}`,
    `Ed25519-${'0a'.repeat(16)}`,
    '',
  ],
  object_key: [
    'a',
    '/a/b',
    'a/b/',
    'a//b',
    'a/../b',
    'a/.b',
    './a',
    'a/b c',
    'a/ü',
    'a/b\n',
    `a/${'b'.repeat(511)}`,
    '',
  ],
  public_key: [
    'A'.repeat(42),
    'A'.repeat(44),
    `${'A'.repeat(43)}=`,
    `${'A'.repeat(42)}+`,
    `${'A'.repeat(42)}/`,
  ],
  sha256: ['AB'.repeat(32), 'ab'.repeat(31), `${'ab'.repeat(32)}\n`, 'xy'.repeat(32)],
  signature: ['A'.repeat(85), 'A'.repeat(88), `${'A'.repeat(86)}==`],
  timestamp: [
    ...[
      '2026-03-01T12:00:00',
      '2026-03-01 12:00:00Z',
      '2026-03-01t12:00:00z',
      '2026-3-1T12:00:00Z',
      '2026-03-01',
    ],
    ...['2026-02-29T12:00:00Z', '2026-13-01T12:00:00Z', '2026-03-01T24:00:00Z', '2026-03-01T12:60:00Z'],
    ...[
      '2026-03-01T12:00:60Z',
      '2026-03-01T12:00:00+0800',
      '2026-03-01T12:00:00.Z',
      '+002026-03-01T12:00:00Z',
      0,
      '',
    ],
  ],
};

function cases(): VectorCase<Input>[] {
  return (Object.keys(forms) as Form[]).flatMap((form) => [
    ...good[form].map((value) => ({
      name: `${form} ${JSON.stringify(value)}`,
      input: { form, value },
      expected: 'ok',
    })),
    ...bad[form].map((value) => ({
      name: `not ${form} ${JSON.stringify(value)}`,
      input: { form, value },
      expected: 'invalid_form',
    })),
  ]);
}

export const heartbeatKeys: VectorKind<{ agent_id: string; shard_digits: number }> = {
  kind: 'heartbeat-keys',
  description:
    'Where an agent’s heartbeat lies: the shard is the first digits of the SHA-256 of its id. input: agent_id, ' +
    'shard_digits. output: the object key. Code: invalid_key_part.',
  cases: () => [
    ...['ada', 'bo', 'a', 'agent-9_x', 'z'.repeat(63)].flatMap((agent_id) =>
      [1, 2, 4].map((shard_digits) => ({
        name: `${agent_id}, ${shard_digits} digits`,
        input: { agent_id, shard_digits },
        expected: 'ok',
      })),
    ),
    {
      name: 'an id that is none',
      input: { agent_id: '../ada', shard_digits: 1 },
      expected: 'invalid_key_part',
    },
  ],
  judge: ({ agent_id, shard_digits }) => {
    if (!idSchema.safeParse(agent_id).success) return { expected: 'invalid_key_part' };
    return { expected: 'ok', output: heartbeatKey(agent_id, shard_digits) };
  },
};
