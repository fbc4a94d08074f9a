import { describe } from 'vitest';
import { describeRecipe } from './follow-recipe.ts';

const platform = 'packages/platform/src';
const row = (file: string, after: string, text: string) => ({ file, after, text: `\n  topic_pin: ${text},` });

describe('a new object kind', () => {
  describeRecipe({
    steps: [
      {
        name: 'key',
        changes: [
          row(
            'packages/protocol/src/keys/object-key-table.ts',
            'export const objectKeyTable = {',
            "{ template: 'topics/{topic_id}/pin.json', owner: 'platform' }",
          ),
        ],
      },
      {
        name: 'schema',
        changes: [
          {
            file: 'packages/protocol/src/schema/topic-pin.ts',
            text: `import { z } from 'zod';
import { certificateSchema } from './certificate.ts';
import { idSchema } from './primitives.ts';
export const topicPinSchema = z.looseObject({
  kind: z.literal('topic_pin'),
  schema_version: z.literal(1),
  topic_id: idSchema,
  message_id: idSchema,
  cert: certificateSchema,
});
`,
          },
          row(
            'packages/protocol/src/schema/registry.ts',
            'export const objectSchemas = {',
            '{ 1: topicPinSchema }',
          ),
          {
            file: 'packages/protocol/src/schema/registry.ts',
            before: 'import type { z }',
            text: "import { topicPinSchema } from './topic-pin.ts';\n",
          },
        ],
      },
      { name: 'JSON Schema', changes: [], program: 'packages/protocol/scripts/json-schema.ts' },
      {
        name: 'right that opens it',
        changes: [
          row(
            'packages/access/src/grants/readable-kinds.ts',
            'export const readableKinds: Record<ObjectKind, Readable> = {',
            "{ by: 'topic_read' }",
          ),
          {
            file: 'packages/access/src/grants/read-permissions.ts',
            before:
              "    ...getVersions('topic_state', objectKey('topic_state', { topic_id: topicId }), editions),",
            text: "    ...getVersions('topic_pin', objectKey('topic_pin', { topic_id: topicId }), editions),\n",
          },
        ],
      },
      {
        name: 'people who see it',
        changes: [
          row(
            `${platform}/reading/views/show-object.ts`,
            'export const shownKinds: Record<ObjectKind, Sight | null> = {',
            'ofTopic',
          ),
        ],
      },
      {
        name: 'retention',
        changes: [
          row(
            `${platform}/operations/retention/retention-table.ts`,
            'export const retentionTable: Record<ObjectKind, Retention> = {',
            'current',
          ),
        ],
      },
      {
        name: 'way back after a lost database',
        changes: [
          row(
            `${platform}/operations/restore/rebuilt-kinds.ts`,
            'export const rebuiltKinds: Record<ObjectKind, Rebuilt> = {',
            "{ in: 'rebuild-topics' }",
          ),
        ],
      },
      {
        name: 'example',
        changes: [{ file: 'examples/oss/topics/a-pinned-one/pin.json', text: '{}' }],
      },
    ],
    use: `import { certify, objectKey, parseObjectKey, verifyCertified } from '@agent-home/protocol';
import { topicReadPermissions } from '../../../packages/access/src/grants/read-permissions.ts';
import { shownKinds } from '../../../packages/platform/src/reading/views/show-object.ts';
import { issuedAt, issuer, readAt, registrySigner, trust } from '../../../packages/protocol/src/testing/home.ts';

const key = objectKey('topic_pin', { topic_id: 'tea' });
const body = { kind: 'topic_pin', schema_version: 1, topic_id: 'tea', message_id: 'msg_1' };
const { bytes } = certify(body, { signer: registrySigner, issuer, objectKey: key, version: 1, issuedAt });
const read = (of: Uint8Array) =>
  verifyCertified({ bytes: of, objectKey: key, kind: 'topic_pin', trust, now: readAt, seen: undefined });
const { object } = read(bytes);
if (object.message_id !== 'msg_1') throw new Error('another object was read');
if (parseObjectKey(key)?.kind !== 'topic_pin') throw new Error('the key is of another kind');
if (!topicReadPermissions('tea', 'judged').some((one) => 'key' in one && one.key === key)) throw new Error('no right');
if (!shownKinds.topic_pin?.({ role: 'admin' }, { topic_id: 'tea' })) throw new Error('nobody sees it');
const other = Buffer.from(bytes).toString().replace('msg_1', 'msg_2');
try {
  read(Buffer.from(other));
} catch (error) {
  if (error.code !== 'bad_signature') throw error;
  console.log('works');
}
`,
  });
});
