import { join } from 'node:path';
import { keyFiles, loadKeys, loadRootSigners, rotateKeyFiles } from '@agent-home/platform';
import { canonicalJson, type JsonObject, type Signer, signAsRoot } from '@agent-home/protocol';

const overlapSeconds = 60;

/** Rotates the signing keys of a home and passes its trust to a second root key, which the first one signs. */
export async function changePlatformKeys(
  folder: string,
  {
    now,
    secondRoot,
    randomBytes,
  }: { now: Date; secondRoot: Signer; randomBytes: (length: number) => Uint8Array },
) {
  const rootFile = join(folder, keyFiles.rootSecrets);
  const overlapMs = overlapSeconds * 1000;
  const { keysDocument } = await rotateKeyFiles(folder, rootFile, { now, overlapMs, randomBytes });
  const { signers } = await loadKeys(folder);
  const first = await loadRootSigners(rootFile);
  const rotated = JSON.parse(keysDocument) as JsonObject & { root_sets: JsonObject[]; version: number };
  const secondSet = {
    kind: 'platform_root_set',
    version: 2,
    threshold: 1,
    keys: [{ key_id: secondRoot.keyId, public_key: secondRoot.publicKey }],
  };
  const handedOn = {
    ...rotated,
    version: rotated.version + 1,
    root_sets: [...rotated.root_sets, signAsRoot(secondSet, [...first, secondRoot])],
  };
  return { keysDocument: canonicalJson(signAsRoot(handedOn, [secondRoot])), signers, overlapSeconds };
}
