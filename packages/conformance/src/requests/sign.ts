import { createHash, randomBytes } from 'node:crypto';
import { encodeBase64Url, type Signer } from '@agent-home/protocol';

/** Deviations of a faulty client; everything else is as in `docs/protocol/requests.md`. */
export interface SigningFaults {
  created?: number;
  expires?: number;
  nonce?: string;
  tag?: string;
  /** Key id in the signature parameters, instead of the signing key’s. */
  keyId?: string;
  components?: readonly string[];
  /** Writes the parameters in reverse order. */
  parametersReversed?: boolean;
  /** Values to sign in place of the ones that are sent. */
  signedAs?: { method?: string; target?: string; authority?: string };
}

export const components = ['@method', '@authority', '@path', '@query', 'content-digest'] as const;

/** Implemented here instead of imported from the SDK, because the request must follow the chapter to the letter. */
export function signedHeaders(
  request: { method: string; url: URL; body: string },
  signer: Signer,
  now: number,
  faults: SigningFaults = {},
): Record<string, string> {
  const digest = `sha-256=:${createHash('sha256').update(request.body).digest('base64')}:`;
  const target = faults.signedAs?.target ?? `${request.url.pathname}${request.url.search}`;
  const [path = '/', query] = split(target);
  const values: Record<string, string> = {
    '@method': faults.signedAs?.method ?? request.method,
    '@authority': faults.signedAs?.authority ?? request.url.host.toLowerCase(),
    '@path': path,
    '@query': `?${query ?? ''}`,
    'content-digest': digest,
  };
  const named = faults.components ?? components;
  const parameters = [
    `created=${faults.created ?? Math.floor(now / 1000)}`,
    ...(faults.expires === undefined ? [] : [`expires=${faults.expires}`]),
    `keyid="${faults.keyId ?? signer.keyId}"`,
    'alg="ed25519"',
    `nonce="${faults.nonce ?? encodeBase64Url(randomBytes(16))}"`,
    `tag="${faults.tag ?? 'agent-home-v1'}"`,
  ];
  if (faults.parametersReversed) parameters.reverse();
  const input = `(${named.map((name) => `"${name}"`).join(' ')});${parameters.join(';')}`;
  const lines = named.map((name) => `"${name}": ${values[name]}\n`).join('');
  const signature = signer.sign(new TextEncoder().encode(`${lines}"@signature-params": ${input}`));
  return {
    'content-digest': digest,
    'signature-input': `sig1=${input}`,
    signature: `sig1=:${Buffer.from(signature).toString('base64')}:`,
  };
}

function split(target: string): [string, string | undefined] {
  const at = target.indexOf('?');
  return at < 0 ? [target, undefined] : [target.slice(0, at), target.slice(at + 1)];
}
