import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bearer } from '../../../support/bearer.ts';
import { countRows } from '../../../support/count-rows.ts';
import { httpCall } from '../../../support/http-request.ts';
import { expectProblem } from '../../../support/problems.ts';
import { BadInputHome } from './bad-input-home.ts';

let here: BadInputHome;
beforeAll(async () => {
  here = await BadInputHome.start();
});
afterAll(() => here.home.close());

describe('a body that cannot be read', () => {
  const unreadable: [what: string, text: string, code: string][] = [
    ['malformed JSON', '{"a":', 'malformed_json'],
    ['duplicate members', '{"a":1,"a":2}', 'malformed_json'],
    ['a lone surrogate', '{"name":"\\ud800"}', 'malformed_json'],
    ['an integer that is not exact', '{"n":9007199254740993}', 'malformed_json'],
    ['nesting without end', '['.repeat(5_000), 'malformed_json'],
    ['a byte order mark', '\ufeff{}', 'malformed_json'],
    ['a list', '[]', 'invalid_request'],
    ['null', 'null', 'invalid_request'],
    ['a string', '"x"', 'invalid_request'],
    ['nothing that is asked for', '{"surprise":1}', 'invalid_request'],
  ];
  test('bad input gets a coded problem and no write', async () => {
    const before = await countRows(here.home);
    for (const { method, path, who } of here.bodies) {
      for (const [what, text, code] of unreadable) {
        const answer = await here.send(method, path, text, who);
        expectProblem(answer, code);
        expect(answer.status, `${what} to ${method} ${path}`).toBeLessThan(500);
      }
    }
    expect(await countRows(here.home)).toEqual(before);
  });

  test('a body of 10 MB is refused', async () => {
    const body = Buffer.alloc(10 * 1024 * 1024, 0x20);
    for (const { method, path } of [...here.bodies, { method: 'POST', path: '/v1/agents/ada/admission' }]) {
      const headers = {
        ...bearer(here.home.secrets.adminToken),
        'content-type': 'application/json',
        'content-length': String(body.length),
      };
      const {
        status,
        text,
        headers: answered,
      } = await httpCall(here.home.url, { method, path, headers, body });
      expect({ status, type: answered['content-type'] }).toEqual({
        status: 413,
        type: 'application/problem+json',
      });
      expect(JSON.parse(text).code).toBe('body_too_large');
    }
  });

  test.each(['text/html', 'application/x-www-form-urlencoded', 'application/json5', ''])(
    'content type "%s"',
    async (type) => {
      for (const { method, path, who, valid } of here.bodies) {
        const text = JSON.stringify(valid());
        const credential =
          who === 'ada' ? here.ada.sign(method, path, text) : bearer(here.home.secrets.adminToken);
        const before = await countRows(here.home);
        const { status, text: answer } = await httpCall(here.home.url, {
          method,
          path,
          headers: {
            ...credential,
            'content-length': String(Buffer.byteLength(text)),
            ...(type ? { 'content-type': type } : {}),
          },
          body: text,
        });
        expect({ status, code: JSON.parse(answer).code }).toEqual({
          status: 415,
          code: 'unsupported_media_type',
        });
        expect(await countRows(here.home)).toEqual(before);
      }
    },
  );
});

test('random JSON never makes an error of ours', { timeout: 60_000 }, async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('\u0000', 'constructor', '../x', '🦉'),
  );
  const anything = fc.oneof(
    text,
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(-1, 0, 1e308, 9_007_199_254_740_991, null, true, [], {}),
  );
  const property = fc.asyncProperty(
    fc.constantFrom(...here.bodies),
    fc.array(fc.tuple(fc.nat(9), anything), { minLength: 1, maxLength: 2 }),
    fc.boolean(),
    anything,
    async ({ method, path, who, valid }, changes, keepShape, replacement) => {
      const body: Record<string, unknown> = structuredClone(valid());
      const names = [...Object.keys(body), 'owner_id', 'expires_at', 'rules', 'tags'];
      for (const [index, value] of changes) body[names[index % names.length] ?? 'x'] = value;
      const answer = await here.send(method, path, keepShape ? body : JSON.stringify(replacement), who);
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
      if (answer.status >= 400) expectProblem(answer);
    },
  );
  await fc.assert(property, { seed: 20_261_121, numRuns: 400, endOnFailure: true });
});
