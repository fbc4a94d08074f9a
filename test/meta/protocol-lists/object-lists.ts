import { readersOf } from '@agent-home/access';
import { feedPayloads } from '@agent-home/http-contract';
import {
  defaultMaxObjectBytes,
  type JsonValue,
  type ObjectKind,
  objectKeyTable,
  objectSchemas,
} from '@agent-home/protocol';
import { z } from 'zod';
import { maxSkewSeconds } from '../../../apps/server/src/api/authentication/verify-request-signature.ts';
import { readableKinds } from '../../../packages/access/src/grants/readable-kinds.ts';
import { requestTypes } from '../../../packages/modes/src/requests/request-types.ts';
import { clockToleranceMs, timestampMaxAgeMs } from '../../../packages/protocol/src/cert/checklist.ts';
import { MAX_JSON_DEPTH } from '../../../packages/protocol/src/json/json-depth.ts';
import { cardDraftBytes, promptViewCodePoints } from '../../../packages/protocol/src/schema/agent-card.ts';
import { maxKeysBytes } from '../../../packages/protocol/src/trust/verify-platform-keys.ts';
import type { List } from './list.ts';

const signatures = (kind: ObjectKind) => {
  if (kind === 'platform_keys') return 'root keys';
  if ('cert' in objectSchemas[kind][1].shape) return 'certificate';
  return 'author_sig' in objectSchemas[kind][1].shape ? 'author_sig' : 'none';
};

const kinds = (Object.keys(objectKeyTable) as ObjectKind[]).map((kind) => {
  const { template, owner } = objectKeyTable[kind];
  const { by, only } = readableKinds[kind];
  return {
    kind,
    key: template,
    written_by: owner,
    signed_with: signatures(kind),
    schema_versions: Object.keys(objectSchemas[kind]).map(Number),
    read_by: by,
    ...(only ? { only } : {}),
  };
});

const objectKinds: List = {
  name: 'object-kinds',
  title: 'Kinds of objects, their keys and who reads them',
  about:
    'Each kind with the template of its key: `{…_id}` is an id, `{shard}` one to four hexadecimal digits, `{sequence}` ten ' +
    'digits. Nobody but the one named ever writes there. Read by the grant named; `listed`: seen in listings and never ' +
    'read, `all`: not where a topic shows what is judged alone, `deciders`: by those who decide who joins.',
  columns: ['kind', 'key', 'written by', 'signed with', 'read by'],
  rows: kinds.map(({ kind, key, written_by, signed_with, read_by, only }) => [
    `\`${kind}\``,
    `\`${key}\``,
    written_by,
    signed_with,
    only ? `${read_by} (${only})` : read_by,
  ]),
  json: kinds as JsonValue,
};

const visibilities: List = {
  name: 'visibilities',
  title: 'Visibilities',
  about: 'Who may read a topic or a task: an admitted agent with one of these traits.',
  columns: ['visibility', 'readers'],
  rows: Object.entries(readersOf).map(([visibility, readers]) => [`\`${visibility}\``, readers.join(', ')]),
  json: readersOf as unknown as JsonValue,
};

/** Describes the members of a payload in words, from its schema. */
function collectMembers(schema: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema);
  const named = Object.keys(properties).map(
    (name) => `\`${name}\`${required.includes(name) ? '' : ' (optional)'}`,
  );
  return named.length > 0 ? named.join(', ') : 'nothing';
}

const feedEvents: List = {
  name: 'feed-events',
  title: 'Feed events and their payloads',
  about:
    'The `event_type` of what `GET /v1/feed` answers, and what its `payload` holds; the JSON has the schema of each. A ' +
    'reader goes past a type that it does not know, and past members that it does not know.',
  columns: ['event type', 'payload'],
  rows: Object.entries(feedPayloads).map(([type, schema]) => [`\`${type}\``, collectMembers(schema)]),
  json: Object.entries(feedPayloads).map(([event_type, schema]) => ({
    event_type,
    payload: z.toJSONSchema(schema) as JsonValue,
  })),
};

const requests: List = {
  name: 'request-types',
  title: 'Request types and payloads for each mode',
  about:
    'The `type` and `payload` of a `topic_request`, by the mode of its topic. Any other type is recorded as `ignored` and ' +
    'changes nothing; `freeform`, `intro_once` and `threaded` take none at all.',
  columns: ['mode', 'type', 'does', 'payload'],
  rows: Object.entries(requestTypes).flatMap(([mode, types]) =>
    Object.entries(types).map(([type, { does, payload }]) => [
      `\`${mode}\``,
      `\`${type}\``,
      does,
      Object.entries(payload)
        .map(([name, what]) => `\`${name}\`: ${what}`)
        .join('; ') || 'nothing',
    ]),
  ),
  json: requestTypes as unknown as JsonValue,
};

const bounds: [name: string, value: number, unit: string, what: string][] = [
  ['object_bytes', defaultMaxObjectBytes, 'bytes', 'The most that a reader takes of an object.'],
  ['key_list_bytes', maxKeysBytes, 'bytes', 'The most of `platform/keys.json`.'],
  [
    'json_depth',
    MAX_JSON_DEPTH,
    'levels',
    'Containers inside each other, the outermost counted, read or signed.',
  ],
  ['safe_integer', Number.MAX_SAFE_INTEGER, '', 'Beyond this, on either side of zero, no number is read.'],
  ['timestamp_max_age', timestampMaxAgeMs, 'milliseconds', 'A timestamp that is older is stale.'],
  ['issued_ahead', clockToleranceMs, 'milliseconds', 'How far ahead of the reader an object may be dated.'],
  [
    'request_skew',
    maxSkewSeconds,
    'seconds',
    'How far `created` of a request may be from the home’s clock, either way.',
  ],
  ['nonce_least', 16, 'characters', 'The shortest nonce of a signed request.'],
  ['nonce_most', 128, 'characters', 'The longest.'],
  ['id_length', 63, 'characters', 'The longest id.'],
  ['object_key_length', 512, 'characters', 'The longest object key in a document.'],
  [
    'card_draft_bytes',
    cardDraftBytes,
    'bytes',
    'The most that an owner writes of an agent, as canonical JSON.',
  ],
  [
    'prompt_view_length',
    promptViewCodePoints,
    'code points',
    'The most of a card that another agent’s model is shown.',
  ],
  ['policy_length', 2048, 'characters', 'The longest session policy.'],
];

const limits: List = {
  name: 'limits',
  title: 'Sizes and limits',
  about:
    'What is the same in every home. What an operator sets – sizes of messages and requests, lives of credentials, ' +
    'quotas – stands in the home’s own `platform/policy.json`.',
  columns: ['limit', 'value', 'unit', 'what it bounds'],
  rows: bounds.map(([name, value, unit, what]) => [`\`${name}\``, String(value), unit, what]),
  json: bounds.map(([name, value, unit, what]) => ({ name, value, unit, what })),
};

export const objectLists: readonly List[] = [objectKinds, visibilities, feedEvents, requests, limits];
