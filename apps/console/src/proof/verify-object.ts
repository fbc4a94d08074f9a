import { type CertifiedText, trustEndpoints } from '@agent-home/http-contract';
import { isCertifiedKind, parseObjectKey, VerificationError } from '@agent-home/protocol';
import { read } from '../read/api.ts';
import { loadTrustMemory, saveTrustMemory } from './kept-trust.ts';
import { PageReader } from './page-reader.ts';

const reader = new PageReader({
  readTrust: () => read(trustEndpoints.show, {}),
  memory: loadTrustMemory(),
  now: () => new Date(),
  onTrust: ({ memory }) => saveTrustMemory(memory),
});

/** Verifies one certified object from its own bytes. @throws VerificationError */
export async function verifyObject({
  object_key: objectKey,
  text,
}: CertifiedText): Promise<{ value: Record<string, unknown>; keyId: string }> {
  const kind = parseObjectKey(objectKey)?.kind;
  if (kind === undefined || !isCertifiedKind(kind))
    throw new VerificationError('wrong_kind', objectKey, 'nothing certified lies at this key');
  const { object } = await reader.verify(kind, objectKey, text);
  return { value: object, keyId: object.cert.key_id };
}
