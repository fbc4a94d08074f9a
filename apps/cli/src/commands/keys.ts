import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { keyFiles, loadOrCreateKeys } from '@agent-home/platform';
import { ConfigurationError } from '../configuration/read-settings.ts';

/** `agent-home keys init`: makes the key folder of a new home; run again, it only says where things are. */
export async function initKeys(environment: Record<string, string | undefined>): Promise<void> {
  const { AGENT_HOME_KEYS: folder, AGENT_HOME_ISSUER: issuer } = environment;
  // The issuer stands in what is signed here for good: no default would be right for long.
  if (!folder || !issuer) throw new ConfigurationError('AGENT_HOME_KEYS and AGENT_HOME_ISSUER must be set');
  const random = (length: number) => new Uint8Array(randomBytes(length));
  await loadOrCreateKeys(resolve(folder), issuer, new Date(), random);
  console.log(`root of trust, for every agent to pin:  ${join(resolve(folder), keyFiles.root)}
root keys, if they are still there:     ${join(resolve(folder), keyFiles.rootSecrets)}
Move the root keys to another machine now: no process of the home reads them, and whoever has them is the home.`);
}
