import { apiErrorCodes, getStatus } from '../../../../apps/server/src/api/errors/api-error.ts';
import { findProblem } from '../../../../packages/sdk/src/api/problem.ts';
import { bytesIn, type VectorBytes } from '../form/bytes.ts';
import type { VectorCase, VectorKind } from '../form/vector.ts';

interface Input {
  status: number;
  headers: Record<string, string>;
  body: VectorBytes;
  now: string;
}

export const problems: VectorKind<Input> = {
  kind: 'problems',
  description:
    'What a client makes of an answer outside 2xx (RFC 9457). input: status, headers, body (bytes), now (the client’s ' +
    'clock). expected: the problem’s code, or http_error where the answer is no problem document. output: status, path, ' +
    'retry_after (seconds), clock_skew (seconds that the home is ahead; for signature_expired only, and not where the ' +
    'path is expires).',
  cases,
  judge: async ({ status, headers, body, now }) => {
    const response = new Response(Buffer.from(bytesIn(body)), { status, headers });
    const { code, path, retryAfter, clockSkewSeconds } = await findProblem(response, Date.parse(now));
    const output = {
      status,
      ...(path === undefined ? {} : { path }),
      ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
      ...(clockSkewSeconds === undefined ? {} : { clock_skew: clockSkewSeconds }),
    };
    return { expected: code, output };
  },
};

const now = '2026-03-01T12:00:00.000Z';
const problemType = { 'content-type': 'application/problem+json' };

const toDocument = (code: string, more: object = {}) => ({
  type: `urn:agent-home:problem:${code}`,
  title: code.replaceAll('_', ' '),
  status: 400,
  code,
  detail: 'why',
  ...more,
});
const of = (
  name: string,
  code: string,
  status: number,
  document: unknown,
  headers = {},
): VectorCase<Input> => ({
  name,
  input: {
    status,
    headers: { ...problemType, ...headers },
    body: { text: typeof document === 'string' ? document : JSON.stringify(document) },
    now,
  },
  expected: code,
});
const date = (seconds: number) => ({ date: new Date(Date.parse(now) + seconds * 1000).toUTCString() });

function cases(): VectorCase<Input>[] {
  return [
    ...apiErrorCodes.map((code) =>
      of(`a home says ${code}`, code, getStatus(code), toDocument(code, { status: getStatus(code) })),
    ),
    of('with a path', 'invalid_request', 422, toDocument('invalid_request', { path: 'grants.0.type' })),
    of(
      'with members that nobody knows',
      'invalid_request',
      422,
      toDocument('invalid_request', { x_more: [1] }),
    ),
    of('a code of a newer home', 'moon_phase', 409, toDocument('moon_phase')),
    of('a code and nothing else', 'not_found', 404, { code: 'not_found' }),
    of('no code', 'http_error', 502, { title: 'Bad Gateway' }),
    of('a code that is no text', 'http_error', 400, { code: 7 }),
    of('an empty code', 'http_error', 400, { code: '' }),
    of('a page', 'http_error', 502, '<html>Bad Gateway</html>'),
    of('nothing', 'http_error', 504, ''),
    of('an array', 'http_error', 500, '[]'),
    of('null', 'http_error', 500, 'null'),
    ...times(),
  ];
}

function times(): VectorCase<Input>[] {
  const limited = (after: string) =>
    of(`retry-after ${after}`, 'rate_limited', 429, toDocument('rate_limited'), { 'retry-after': after });
  const expired = toDocument('signature_expired', { path: 'created' });
  return [
    limited('7'),
    limited('0'),
    limited('Sun, 01 Mar 2026 12:00:30 GMT'),
    limited('Sun, 01 Mar 2026 11:59:00 GMT'),
    limited('soon'),
    limited('-1'),
    of('a clock that is behind', 'signature_expired', 401, expired, date(90)),
    of('a clock that is ahead', 'signature_expired', 401, expired, date(-3600)),
    of('clocks that agree', 'signature_expired', 401, expired, date(0)),
    of('a home without a clock', 'signature_expired', 401, expired),
    of(
      'a signature that ended by itself',
      'signature_expired',
      401,
      toDocument('signature_expired', { path: 'expires' }),
      date(90),
    ),
    of('another refusal with another clock', 'unknown_key', 401, toDocument('unknown_key'), date(90)),
  ];
}
