import { encodeBase64Url, type Signer, sha256 } from '@agent-home/protocol';
import { testSigner } from '../../../../packages/protocol/src/testing/signers.ts';
import { bytesIn, type VectorBytes } from '../form/bytes.ts';
import type { VectorCase } from '../form/vector.ts';
import type { RequestInput } from './request-input.ts';

export const createdAt = 1_772_366_400;
export const ada = testSigner('ada');
const nonce = encodeBase64Url(Uint8Array.from({ length: 16 }, (_, index) => index));

export const standardComponents = '("@method" "@authority" "@path" "@query" "content-digest")';
export const parametersWith = (changes: Record<string, string | undefined> = {}): string => {
  const all: Record<string, string | undefined> = {
    created: String(createdAt),
    keyid: `"${ada.keyId}"`,
    alg: '"ed25519"',
    nonce: `"${nonce}"`,
    tag: '"agent-home-v1"',
    ...changes,
  };
  return Object.entries(all)
    .filter((entry) => entry[1] !== undefined)
    .map(([name, value]) => `;${name}=${value}`)
    .join('');
};

interface Wanted {
  method?: string;
  target?: string;
  host?: string;
  body?: VectorBytes;
  /** List of components as in the header. */
  components?: string;
  parameters?: string;
  label?: string;
  signer?: Signer;
  digest?: string;
  /** Signed lines, if they differ from those of the components. */
  lines?: string[];
}

/** Creates a request signed by hand over exactly the components in its header, as in RFC 9421. */
export function handSigned(wanted: Wanted = {}): RequestInput {
  const { method = 'POST', target = '/v1/credentials?x=1', host = 'home.test', signer = ada } = wanted;
  const { body = { text: '{"grants":[]}' }, label = 'sig1', components = standardComponents } = wanted;
  const digest = wanted.digest ?? `sha-256=:${Buffer.from(sha256(bytesIn(body))).toString('base64')}:`;
  const list = `${components}${wanted.parameters ?? parametersWith()}`;
  const query = target.indexOf('?');
  const values: Record<string, string> = {
    '@method': method,
    '@authority': host.toLowerCase(),
    '@path': query === -1 ? target : target.slice(0, query),
    '@query': query === -1 ? '?' : target.slice(query),
    'content-digest': digest,
    'content-type': 'application/json',
  };
  const names = [...components.matchAll(/"([^"]+)"/g)].map((match) => match[1] ?? '');
  const lines = wanted.lines ?? names.map((name) => `"${name}": ${values[name] ?? ''}`);
  const base = [...lines, `"@signature-params": ${list}`].join('\n');
  const signature = Buffer.from(signer.sign(new TextEncoder().encode(base))).toString('base64');
  return {
    method,
    target,
    headers: {
      host,
      'content-type': 'application/json',
      'content-digest': digest,
      'signature-input': `${label}=${list}`,
      signature: `${label}=:${signature}:`,
    },
    body,
    authorities: ['home.test'],
    public_keys: [ada.publicKey],
    now: new Date(createdAt * 1000).toISOString(),
  };
}

export const requestCase = (
  name: string,
  expected: string,
  input: RequestInput,
): VectorCase<RequestInput> => ({
  name,
  input,
  expected,
});

/** Returns the request with changed headers; `undefined` removes one. */
export function withHeaders(input: RequestInput, changes: Record<string, string | undefined>): RequestInput {
  const headers = Object.fromEntries(
    Object.entries({ ...input.headers, ...changes }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  return { ...input, headers };
}
