import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@agent-home/local-postgres';
import { type OssEmulator, startOssEmulator } from '@agent-home/oss-emulator';
import { loadOrCreateKeys } from '@agent-home/platform';
import type { RootSet } from '@agent-home/protocol';
import { emulatorOptions, eventUrl, localIssuer } from '../../apps/cli/src/home/local/local-emulator.ts';
import { type LocalSecrets, loadOrCreateSecrets } from '../../apps/cli/src/home/local/local-secrets.ts';
import type { LocalPlaces } from '../../apps/cli/src/state/local-places.ts';
import { memoryFolder } from './memory-folder.ts';
import { intoStoreRequests, type StoreRequest } from './store-requests.ts';

/** Parts of a home that survive the loss of the database. */
export interface RestorableGround {
  folder: string;
  places: LocalPlaces;
  secrets: LocalSecrets;
  emulator: OssEmulator;
  rootSet: RootSet;
  storeRequests: StoreRequest[];
}

export async function layRestorableGround(): Promise<RestorableGround> {
  const folder = await mkdtemp(join(memoryFolder, 'agent-home-restore-'));
  const places = { dataDirectory: folder, apiPort: await freePort(), ossPort: 0, stsPort: 0, modelPort: 0 };
  const secrets = await loadOrCreateSecrets(folder);
  const storeRequests: StoreRequest[] = [];
  const emulator = await startOssEmulator({
    ...emulatorOptions(places, secrets),
    log: intoStoreRequests(storeRequests),
  });
  const random = (length: number) => new Uint8Array(randomBytes(length));
  const { rootSet } = await loadOrCreateKeys(join(folder, 'keys'), localIssuer, new Date(), random);
  emulator.setEvents({ url: eventUrl(places, secrets) });
  return { folder, places, secrets, emulator, rootSet, storeRequests };
}
