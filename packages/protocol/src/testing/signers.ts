import { type Signer, signerOf } from '../cert/signer.ts';
import { sha256 } from '../hash/sha256.ts';

/** Returns a separate key for each name, the same in every run. */
export function testSigner(name: string): Signer {
  return signerOf(sha256(new TextEncoder().encode(`test key ${name}`)));
}
