import {
  compilePermissions,
  evaluatePolicy,
  type KeyPermission,
  type PolicyDialect,
  parsePolicy,
} from '@agent-home/access';
import { asJson, type JsonObject, type JsonValue } from '@agent-home/protocol';
import { refusedDocuments, vendorCases } from '../../../../packages/access/src/policy/vendor-cases/index.ts';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';

interface CompileInput {
  dialect: PolicyDialect;
  bucket: string;
  permissions: JsonValue;
  max_length?: number;
}

export const policies: VectorKind<CompileInput> = {
  kind: 'policies',
  description:
    'The session policies of a credential. input: dialect (oss: Alibaba RAM; s3: IAM as MinIO reads it), bucket, ' +
    'permissions as in grants, max_length (2048 characters unless given). output: documents in their order, each with ' +
    'class, document (text) and permissions (what it really carries). Codes: unsafe_key, invalid_bucket, ' +
    'permission_too_long.',
  cases: compileCases,
  judge: ({ dialect, bucket, permissions, max_length }) =>
    getOutcome(() => {
      const parsed = (permissions as JsonObject[]).map((each) =>
        'not_after' in each ? { ...each, not_after: new Date(String(each.not_after)) } : each,
      );
      const options = { dialect, bucket, maxLength: max_length };
      return asJson(compilePermissions(parsed as unknown as KeyPermission[], options)) as JsonValue;
    }),
};

const get = (prefix: string) => ({ class: 'read', action: 'get', prefix });
const list = (prefix: string) => ({ class: 'read', action: 'list', prefix });
const getKey = (key: string) => ({ class: 'read', action: 'get', key });
const ticket = (key: string, not_after = '2026-11-21T12:00:00.700Z') => ({
  class: 'message',
  action: 'put',
  key,
  not_after,
});
const heartbeat = { class: 'heartbeat', action: 'put', key: 'agents/heartbeats/a/ada.last' };
const artifact = { class: 'artifact', action: 'put', prefix: 'tasks/k1/agents/ada/' };

const sets: [name: string, permissions: JsonObject[], max_length?: number][] = [
  ['nothing', []],
  ['a topic', [get('topics/t1/'), list('topics/t1/')]],
  ['one object', [getKey('agents/prompts/ada/bundle.json')]],
  ['a ticket', [ticket('topics/t1/messages/ada/000001.json')]],
  ['tickets of one second', [ticket('a/1'), ticket('a/2', '2026-11-21T12:00:00.000Z')]],
  ['tickets of two seconds', [ticket('a/1'), ticket('a/2', '2026-11-21T12:00:01.000Z')]],
  ['a heartbeat', [heartbeat]],
  ['a folder for work', [artifact]],
  ['all classes', [ticket('a/1'), { ...ticket('a/2'), class: 'request' }, heartbeat, artifact, get('a/')]],
  ['one permission twice', [get('a/'), get('a/')]],
  ['lists alone', [list('agents/heartbeats/')]],
  [
    'more than one document holds',
    Array.from({ length: 40 }, (_, index) => ticket(`topics/t1/messages/ada/0000${index + 10}.json`)),
  ],
  ['short documents', [get('a/'), get('b/'), get('c/')], 150],
];

const unsafe = [
  '',
  '/',
  'a//b',
  '/a',
  'a/',
  'a/*',
  'a/?',
  'a/$b',
  'a/"b',
  'a/../b',
  'a/./b',
  'a/.hidden',
  'A/b',
  'a b',
  'a/b\n',
  'a%2fb',
  'a/ü',
  'a:b',
  '-a',
];

function compileCases(): VectorCase<CompileInput>[] {
  const dialects = ['oss', 's3'] as const;
  const s3 = { dialect: 's3', bucket: 'home' } as const;
  return [
    ...dialects.flatMap((dialect) =>
      sets.map(([name, permissions, max_length]) => ({
        name: `${dialect}: ${name}`,
        input: { dialect, bucket: 'home', permissions, ...(max_length === undefined ? {} : { max_length }) },
        expected: 'ok',
      })),
    ),
    ...unsafe.map((key) => ({
      name: `the key ${JSON.stringify(key)}`,
      input: { ...s3, permissions: [ticket(key)] },
      expected: 'unsafe_key',
    })),
    ...['topics/t1', 'topics/*/', '/', 'a//', '../'].map((prefix) => ({
      name: `the prefix ${JSON.stringify(prefix)}`,
      input: { ...s3, permissions: [get(prefix)] },
      expected: 'unsafe_key',
    })),
    ...['', 'Home', 'ho', 'home/x', 'home*', '-home', 'home:x'].map((bucket) => ({
      name: `the bucket ${JSON.stringify(bucket)}`,
      input: { ...s3, bucket, permissions: [] },
      expected: 'invalid_bucket',
    })),
    {
      name: 'one permission alone is too long',
      input: { ...s3, permissions: [get('a/')], max_length: 20 },
      expected: 'permission_too_long',
    },
  ];
}

interface DecisionInput {
  dialect: PolicyDialect;
  document: string;
  request?: { action: string; resource: string; context: Record<string, string> };
}

export const policyDecisions: VectorKind<DecisionInput> = {
  kind: 'policy-decisions',
  description:
    'How a store reads a policy. input: dialect, document (text), request (action, resource, context of condition keys). ' +
    'output: allow, explicit_deny or implicit_deny, as the vendors’ documents have it. Codes of documents that are ' +
    'refused whole: malformed_json, malformed_policy, unsupported_version, invalid_action, invalid_resource and the others ' +
    'of the evaluator.',
  cases: () => [
    ...vendorCases.flatMap(({ topic, dialect, policy, session, checks }) =>
      session
        ? []
        : checks.map(({ expected, ...request }, index) => ({
            name: `${topic}, ${index + 1}`,
            input: { dialect, document: JSON.stringify(policy), request },
            expected: 'ok',
            output: expected,
          })),
    ),
    ...refusedDocuments.map(({ topic, dialect, text, code }, index) => ({
      name: `refused, ${index + 1}, ${dialect}: ${topic}`,
      input: { dialect, document: text },
      expected: code,
    })),
  ],
  judge: ({ dialect, document, request }) =>
    getOutcome(() => {
      const policy = parsePolicy(document, dialect);
      return request && evaluatePolicy(policy, request);
    }),
};
