import { createHash } from 'node:crypto';
import { encodeBase64Url, type Signer } from '@agent-home/protocol';
import { createSignatureSync } from 'http-message-sig';
import type { Surroundings } from '../shared/clock.ts';

const components = ['@method', '@authority', '@path', '@query', 'content-digest'] as const;

/** An agent's key signs only documents of this protocol, and request signatures under this tag. */
const tag = 'agent-home-v1';

/** Returns the headers that prove the sender, the target and the body of a request (RFC 9421). */
export function signRequest(
  request: { method: string; url: URL; body: Uint8Array },
  signer: Signer,
  surroundings: Surroundings,
): Record<string, string> {
  const digest = `sha-256=:${createHash('sha256').update(request.body).digest('base64')}:`;
  const fields = createSignatureSync(
    {
      kind: 'request',
      method: request.method,
      targetUri: request.url.href,
      fields: [{ name: 'content-digest', value: digest }],
    },
    {
      label: 'sig1',
      components,
      parameters: {
        created: Math.floor(surroundings.now() / 1000),
        keyid: signer.keyId,
        alg: 'ed25519',
        nonce: encodeBase64Url(surroundings.randomBytes(16)),
        tag,
      },
      signer: { algorithm: 'ed25519', sign: (data) => signer.sign(data) },
    },
  );
  return {
    'content-digest': digest,
    'signature-input': fields.signatureInput,
    signature: fields.signature,
  };
}
