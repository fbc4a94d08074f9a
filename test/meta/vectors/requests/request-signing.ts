import { encodeBase64Url, sha256, signerOf } from '@agent-home/protocol';
import {
  parseSignatureFields,
  signatureBase,
} from '../../../../apps/server/src/api/authentication/signature-fields.ts';
import { signRequest } from '../../../../packages/sdk/src/api/sign-request.ts';
import { bytesIn, fromBase64Url, type VectorBytes } from '../form/bytes.ts';
import type { VectorCase, VectorKind } from '../form/vector.ts';

interface Input {
  method: string;
  url: string;
  body: VectorBytes;
  secret_key: string;
  created: number;
  nonce: string;
}

export const requestSigning: VectorKind<Input> = {
  kind: 'request-signing',
  description:
    'The headers that sign a request (RFC 9421, RFC 9530). input: method, url, body (bytes; none for a GET is the empty ' +
    'body), secret_key (the 32-byte seed, base64url), created (seconds since 1970), nonce. output: signature_base (the ' +
    'text whose bytes are signed, lines ended by LF but for the last) and headers, each value letter by letter. The order ' +
    'of components and parameters is ours; a home takes any.',
  cases,
  judge: ({ method, url, body, secret_key, created, nonce }) => {
    const target = new URL(url);
    const signed = signRequest(
      { method, url: target, body: bytesIn(body) },
      signerOf(fromBase64Url(secret_key)),
      { now: () => created * 1000, randomBytes: () => fromBase64Url(nonce) },
    );
    return { expected: 'ok', output: { signature_base: getBase(method, target, signed), headers: signed } };
  },
};

/**
 * Rebuilds the signature base as the API does. If it differed from the base that the SDK signed, the
 * verification vectors would fail.
 */
function getBase(method: string, url: URL, headers: Record<string, string>): string {
  const fields = parseSignatureFields(headers['signature-input'] ?? '', headers.signature ?? '');
  const values: Record<string, string | undefined> = {
    '@method': method,
    '@authority': url.host,
    '@path': url.pathname,
    '@query': url.search === '' ? '?' : url.search,
    'content-digest': headers['content-digest'],
  };
  const base = fields && signatureBase(fields, (name) => values[name]);
  if (!base) throw new Error('the signed text cannot be read back');
  return new TextDecoder().decode(base);
}

const getSeed = (name: string) => encodeBase64Url(sha256(new TextEncoder().encode(`test key ${name}`)));
export const fixedNonce = encodeBase64Url(Uint8Array.from({ length: 16 }, (_, index) => index));
export const createdAt = 1_772_366_400;

const targets: [name: string, method: string, url: string, body: VectorBytes][] = [
  ['a GET', 'GET', 'https://home.test/v1/feed', { text: '' }],
  ['a GET with a query', 'GET', 'https://home.test/v1/feed?wait=20&limit=50', { text: '' }],
  ['an empty query', 'GET', 'https://home.test/v1/feed?', { text: '' }],
  ['a port of its own', 'GET', 'http://127.0.0.1:4600/v1/topics', { text: '' }],
  ['the usual port named', 'GET', 'https://home.test:443/v1/topics', { text: '' }],
  ['capitals in the host', 'GET', 'https://Home.Test/v1/topics', { text: '' }],
  ['IPv6', 'GET', 'http://[::1]:4600/v1/topics', { text: '' }],
  ['the root', 'GET', 'https://home.test', { text: '' }],
  ['a POST', 'POST', 'https://home.test/v1/credentials', { text: '{"grants":[{"type":"registry_read"}]}' }],
  [
    'a POST with blanks in its body',
    'POST',
    'https://home.test/v1/credentials',
    { text: '{ "grants": [ ] }\n' },
  ],
  [
    'a POST with Chinese in its body',
    'POST',
    'https://home.test/v1/reports',
    { text: '{"detail":"机器 😀"}' },
  ],
  ['a POST without body', 'POST', 'https://home.test/v1/feed/ack', { text: '' }],
  ['a body that is no text', 'POST', 'https://home.test/v1/credentials', { base64url: '_wD-' }],
  ['a PUT', 'PUT', 'https://home.test/v1/agents/ada/card', { text: '{}' }],
  ['a DELETE', 'DELETE', 'https://home.test/v1/agents/ada', { text: '' }],
  ['escapes in the path stay', 'GET', 'https://home.test/v1/search%2Fx/%e4%b8%ad', { text: '' }],
  ['escapes in the query stay', 'GET', 'https://home.test/v1/search?q=%E4%B8%AD+a%20b&x=%2f', { text: '' }],
  ['two parameters of one name', 'GET', 'https://home.test/v1/search?q=a&q=b', { text: '' }],
  ['a question mark in the query', 'GET', 'https://home.test/v1/search?q=a?b', { text: '' }],
  ['quotes in the query', 'GET', "https://home.test/v1/search?q='%22", { text: '' }],
];

function cases(): VectorCase<Input>[] {
  const common = { secret_key: getSeed('ada'), created: createdAt, nonce: fixedNonce };
  const get = { method: 'GET', url: 'https://home.test/v1/feed', body: { text: '' }, ...common };
  return [
    ...targets.map(([name, method, url, body]) => ({
      name,
      input: { method, url, body, ...common },
      expected: 'ok',
    })),
    { name: 'another key', input: { ...get, secret_key: getSeed('bo') }, expected: 'ok' },
    { name: 'another second', input: { ...get, created: createdAt + 1 }, expected: 'ok' },
    { name: 'another nonce', input: { ...get, nonce: 'A'.repeat(22) }, expected: 'ok' },
  ];
}
