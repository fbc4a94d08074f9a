import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@agent-home/local-postgres';
import { loadOrCreateKeys } from '@agent-home/platform';
import type { RootSet } from '@agent-home/protocol';
import { openDataFolder } from '../../apps/cli/src/home/local/data-folder.ts';
import { localIssuer } from '../../apps/cli/src/home/local/local-emulator.ts';
import { type LocalSecrets, loadOrCreateSecrets } from '../../apps/cli/src/home/local/local-secrets.ts';
import type { LocalPlaces } from '../../apps/cli/src/state/local-places.ts';

/** Folders and ports of a home of several processes, before any of them runs. */
export interface Ground {
  folder: string;
  places: LocalPlaces;
  secrets: LocalSecrets;
  /** Variables of `agent-home oss-emulator`. */
  localVariables: Record<string, string>;
}

export async function layGround(): Promise<{ ground: Ground; rootSet: RootSet }> {
  const folder = await mkdtemp('/var/tmp/agent-home-test-');
  await chmod(folder, 0o755);
  openDataFolder(folder);
  const [apiPort, ossPort, stsPort] = [await freePort(), await freePort(), await freePort()];
  const secrets = await loadOrCreateSecrets(folder);
  const random = (length: number) => new Uint8Array(randomBytes(length));
  const { rootSet } = await loadOrCreateKeys(join(folder, 'keys'), localIssuer, new Date(), random);
  const localVariables = {
    AGENT_HOME_DATA: folder,
    AGENT_HOME_PORT: String(apiPort),
    AGENT_HOME_OSS_PORT: String(ossPort),
    AGENT_HOME_STS_PORT: String(stsPort),
    AGENT_HOME_MODEL_PORT: '0',
  };
  const places = { dataDirectory: folder, apiPort, ossPort, stsPort, modelPort: 0 };
  return { ground: { folder, places, secrets, localVariables }, rootSet };
}

/** Endpoints of the emulator, which may not run yet. */
export function emulatorAt({ ossPort, stsPort }: LocalPlaces) {
  const ossEndpoint = `http://localhost:${ossPort}`;
  const certificateUrl = `${ossEndpoint}/.well-known/smq-signing-certificate.pem`;
  return { ossEndpoint, stsEndpoint: `127.0.0.1:${stsPort}`, certificateUrl };
}
