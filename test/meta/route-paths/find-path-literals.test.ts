import { expect, test } from 'vitest';
import { findPathLiterals } from './find-path-literals.ts';

test('a path of the API in a literal or a template is found', () => {
  const text = `const own = '/v1/me';
const topic = \`/v1/public/topics/\${id}\`;
const full = \`\${home}/a2a/agents\`;
const named = 'close it: POST /v1/topics/{topic_id}/moderation';
const link = <a href="/v1/keys">keys</a>;`;
  expect(findPathLiterals('a.tsx', text).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
});

test('comments, modules and APIs of others are left alone', () => {
  const text = `/** \`GET /v1/me\`. */
import { cardOf } from '../a2a/index.ts';
export * from '../a2a/card.ts';
const spans = 'https://api.example/otel/v1/traces';
const chat = '/v1/chat/completions';
const version = 'agent.platform/v1';
const models = \`\${url}/v1\`;`;
  expect(findPathLiterals('a.ts', text)).toEqual([]);
});
