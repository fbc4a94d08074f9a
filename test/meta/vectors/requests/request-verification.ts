import { decodeBase64Url, keyIdOf } from '@agent-home/protocol';
import { verifyRequestSignature } from '../../../../apps/server/src/api/authentication/verify-request-signature.ts';
import { bytesIn, fromBase64Url } from '../form/bytes.ts';
import { getOutcome, type VectorCase, type VectorKind } from '../form/vector.ts';
import { badFields } from './bad-fields.ts';
import { badRequests } from './bad-requests.ts';
import type { RequestInput } from './request-input.ts';

export const requestVerification: VectorKind<RequestInput> = {
  kind: 'request-verification',
  description:
    'What a home says to a signed request before it looks at anything else. input: method, target (path and query as ' +
    'sent), headers (names in lower case), body (bytes), authorities (host names this home answers to), public_keys ' +
    '(registered), now. output: key_id and nonce; that the nonce was not used before is asked afterwards. Codes, in the ' +
    'order of the checks: signature_missing, wrong_authority, signature_invalid (form, components, parameters), ' +
    'signature_expired, unknown_key, signature_invalid (the signature itself), content_digest_mismatch.',
  cases: (): VectorCase<RequestInput>[] => [...badRequests(), ...badFields()],
  judge: ({ method, target, headers, body, authorities, public_keys, now }) => {
    const keys = new Map(public_keys.map((text) => [keyIdOf(fromBase64Url(text)), decodeBase64Url(text)]));
    return getOutcome(async () => {
      const { keyId, nonce } = await verifyRequestSignature({
        request: { method, target, headers },
        body: bytesIn(body),
        now: new Date(now),
        authorities: new Set(authorities),
        findPublicKey: async (id) => keys.get(id),
      });
      return { key_id: keyId, nonce };
    });
  },
};
