import { testSigner } from '../../../../packages/protocol/src/testing/signers.ts';
import type { VectorCase } from '../form/vector.ts';
import { createdAt, handSigned, parametersWith, requestCase, withHeaders } from './hand-signed.ts';
import type { RequestInput } from './request-input.ts';

type Case = VectorCase<RequestInput>;
const good = handSigned();

/** Signed requests that an intermediary or a wrong clock has altered. */
export function badRequests(): Case[] {
  return [...genuine(), ...changed(), ...digests(), ...clocks()];
}

function genuine(): Case[] {
  const reversed = '("content-digest" "@query" "@path" "@authority" "@method")';
  return [
    requestCase('a POST', 'ok', good),
    requestCase(
      'a GET without query',
      'ok',
      handSigned({ method: 'GET', target: '/v1/feed', body: { text: '' } }),
    ),
    requestCase('an empty query is the same as none', 'ok', handSigned({ target: '/v1/feed?' })),
    requestCase('components in another order', 'ok', handSigned({ components: reversed })),
    requestCase('parameters in another order', 'ok', handSigned({ parameters: reverse(parametersWith()) })),
    requestCase('without alg', 'ok', handSigned({ parameters: parametersWith({ alg: undefined }) })),
    requestCase(
      'with a parameter that nobody knows',
      'ok',
      handSigned({ parameters: parametersWith({ x: '"y"' }) }),
    ),
    requestCase('capitals in the host that was sent', 'ok', withHeaders(good, { host: 'HOME.test' })),
    requestCase('escapes in the target', 'ok', handSigned({ target: '/v1/%e4%b8%ad?q=a%20b+c' })),
    requestCase(
      'headers that are not covered',
      'ok',
      withHeaders(good, { 'user-agent': 'x', 'idempotency-key': 'k' }),
    ),
  ];
}

const reverse = (parameters: string) =>
  parameters
    .slice(1)
    .split(';')
    .reverse()
    .map((each) => `;${each}`)
    .join('');

function changed(): Case[] {
  const invalid = (name: string, input: RequestInput) => requestCase(name, 'signature_invalid', input);
  const stranger = handSigned({
    signer: testSigner('stranger'),
    parameters: parametersWith({ keyid: `"${testSigner('stranger').keyId}"` }),
  });
  return [
    requestCase(
      'not signed',
      'signature_missing',
      withHeaders(good, { signature: undefined, 'signature-input': undefined }),
    ),
    requestCase('without signature', 'signature_missing', withHeaders(good, { signature: undefined })),
    requestCase(
      'without signature-input',
      'signature_missing',
      withHeaders(good, { 'signature-input': undefined }),
    ),
    requestCase('for another home', 'wrong_authority', withHeaders(good, { host: 'other.test' })),
    requestCase(
      'signed for another home, sent to this one',
      'signature_invalid',
      withHeaders(handSigned({ host: 'other.test' }), { host: 'home.test' }),
    ),
    requestCase('for another port', 'wrong_authority', withHeaders(good, { host: 'home.test:8080' })),
    requestCase('without host', 'wrong_authority', withHeaders(good, { host: undefined })),
    invalid('another method', { ...good, method: 'PUT' }),
    invalid('another path', { ...good, target: '/v1/circles?x=1' }),
    invalid('another query', { ...good, target: '/v1/credentials?x=2' }),
    invalid('the query left out', { ...good, target: '/v1/credentials' }),
    invalid('the same target in other escapes', { ...good, target: '/v1/%63redentials?x=1' }),
    invalid('a target that names its home', { ...good, target: 'http://home.test/v1/credentials?x=1' }),
    invalid('a fragment in the target', handSigned({ target: '/v1/credentials#x' })),
    requestCase('a key that nobody registered', 'unknown_key', stranger),
    invalid('a stranger under this key’s name', handSigned({ signer: testSigner('stranger') })),
    invalid('a signature of zeros', withHeaders(good, { signature: `sig1=:${'A'.repeat(86)}==:` })),
    invalid(
      'over another order of lines than it names',
      handSigned({ lines: ['"@path": /v1/credentials', '"@method": POST'] }),
    ),
  ];
}

function digests(): Case[] {
  const other = Buffer.alloc(32).toString('base64');
  const sha512 = `sha-512=:${Buffer.alloc(64).toString('base64')}:`;
  const own = good.headers['content-digest'] ?? '';
  const mismatch = (name: string, input: RequestInput) => requestCase(name, 'content_digest_mismatch', input);
  return [
    mismatch('another body', { ...good, body: { text: '{"grants":[1]}' } }),
    mismatch('no body', { ...good, body: { text: '' } }),
    mismatch('a blank behind the body', { ...good, body: { text: '{"grants":[]} ' } }),
    mismatch('a digest of something else, signed', handSigned({ digest: `sha-256=:${other}:` })),
    mismatch('a digest by another hash alone', handSigned({ digest: sha512 })),
    mismatch('a digest that is none', handSigned({ digest: 'sha-256=abc' })),
    requestCase('a second digest beside it', 'ok', handSigned({ digest: `${sha512}, ${own}` })),
    requestCase('without digest', 'signature_invalid', withHeaders(good, { 'content-digest': undefined })),
  ];
}

function clocks(): Case[] {
  const at = (name: string, expected: string, seconds: number) =>
    requestCase(name, expected, { ...good, now: new Date((createdAt + seconds) * 1000).toISOString() });
  const until = (name: string, expected: string, expires: number, now = createdAt) =>
    requestCase(name, expected, {
      ...handSigned({ parameters: parametersWith({ expires: String(expires) }) }),
      now: new Date(now * 1000).toISOString(),
    });
  return [
    at('a minute old', 'ok', 60),
    at('a millisecond older', 'signature_expired', 60.001),
    at('a minute ahead', 'ok', -60),
    at('a millisecond more', 'signature_expired', -60.001),
    at('a day old', 'signature_expired', 86_400),
    until('before it expires', 'ok', createdAt + 30, createdAt + 29),
    until('in the second it expires', 'ok', createdAt + 30, createdAt + 30),
    until('after it has expired', 'signature_expired', createdAt + 30, createdAt + 31),
    until('expired before it was made', 'signature_expired', createdAt - 1),
    requestCase('out of time, by a key that nobody registered', 'signature_expired', {
      ...good,
      public_keys: [],
      now: new Date((createdAt + 61) * 1000).toISOString(),
    }),
    requestCase('in time, by a key that nobody registered', 'unknown_key', { ...good, public_keys: [] }),
  ];
}
