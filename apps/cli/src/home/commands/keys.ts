import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import {
  keyFiles,
  loadKeys,
  loadOrCreateKeys,
  loadRootSigners,
  requireRootKeys,
  rotateKeyFiles,
  signHandOver,
} from '@agent-home/platform';
import { rootFingerprint, sha256HexSchema } from '@agent-home/protocol';
import { ConfigurationError } from '../../errors/command-errors.ts';
import { loadKeysFolder } from '../local/keys-folder.ts';

/** `agent-home keys init`: creates the key folder of a new home; a second call only prints the paths. */
export async function initKeys(environment: Record<string, string | undefined>): Promise<void> {
  const { AGENT_HOME_KEYS: folder, AGENT_HOME_ISSUER: issuer } = environment;
  // The issuer becomes part of everything that is signed here and can never change, so there is no default.
  if (!folder || !issuer)
    throw new ConfigurationError('invalid_configuration', 'set AGENT_HOME_KEYS and AGENT_HOME_ISSUER');
  const random = (length: number) => new Uint8Array(randomBytes(length));
  await loadOrCreateKeys(resolve(folder), issuer, new Date(), random);
  console.log(`root of trust, for every agent to pin:  ${join(resolve(folder), keyFiles.root)}
root keys, if they are still there:     ${join(resolve(folder), keyFiles.rootSecrets)}
Move the root keys to another machine now: no process of the home reads them, and whoever has them is the home.`);
}

/** `agent-home keys rotate`: creates new signing keys, signed by the root keys. The previous ones retire after a while. */
export async function rotateKeys(
  environment: Record<string, string | undefined>,
  options: { rootKeys?: string; overlapHours: number },
): Promise<void> {
  const folder = await loadKeysFolder(environment);
  const rootKeys = resolve(options.rootKeys ?? join(folder, keyFiles.rootSecrets));
  const { version, newKeyIds, retiredKeyIds, retireAt } = await rotateKeyFiles(folder, rootKeys, {
    now: new Date(),
    overlapMs: options.overlapHours * 3_600_000,
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
  });
  console.log(`key list ${version} names ${newKeyIds.join(' and ')}
retired from ${retireAt} on: ${retiredKeyIds.join(' and ') || 'none'}; earlier signatures stay valid
Start every api and worker again with this folder before then: a worker publishes the list when it starts.`);
}

/** `agent-home keys hand-over`: prints the statement that gives this home’s bucket to another root. */
export async function handOver(
  environment: Record<string, string | undefined>,
  options: { to: string; rootKeys?: string },
): Promise<void> {
  const folder = await loadKeysFolder(environment);
  if (!sha256HexSchema.safeParse(options.to).success)
    throw new ConfigurationError(
      'invalid_configuration',
      '--to is not the fingerprint of a root set: run agent-home keys fingerprint in the other home',
    );
  const keys = await loadKeys(folder);
  const roots = await loadRootSigners(resolve(options.rootKeys ?? join(folder, keyFiles.rootSecrets)));
  requireRootKeys(keys, roots);
  console.log(signHandOver({ ...keys, toRoot: options.to, now: new Date() }, roots));
}

/** `agent-home keys fingerprint`: prints the fingerprint of the root set in the folder. */
export async function printFingerprint(environment: Record<string, string | undefined>): Promise<void> {
  const folder = await loadKeysFolder(environment);
  console.log(rootFingerprint((await loadKeys(folder)).rootSet));
}
