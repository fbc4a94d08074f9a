import { startOssEmulator } from '@agent-home/oss-emulator';
import { runUntilStopped } from '../../command-line/run-until-stopped.ts';
import type { LocalPlaces } from '../../state/local-places.ts';
import { makeDataFolder, openDataFolder } from '../local/data-folder.ts';
import { emulatorOptions, eventUrl } from '../local/local-emulator.ts';
import { loadOrCreateSecrets } from '../local/local-secrets.ts';

/** `agent-home oss-emulator`: OSS and STS on localhost, to develop against without an account. */
export async function serveOssEmulator(places: LocalPlaces, options: { events: boolean }): Promise<void> {
  makeDataFolder(places.dataDirectory);
  openDataFolder(places.dataDirectory);
  const secrets = await loadOrCreateSecrets(places.dataDirectory);
  const base = emulatorOptions(places, secrets);
  const emulator = await startOssEmulator(
    options.events ? { ...base, events: { url: eventUrl(places, secrets) } } : base,
  );
  console.log(`OSS   ${emulator.ossEndpoint}   bucket ${base.bucket}, region cn-local, path style
STS   http://${emulator.stsEndpoint}   role ${base.roles[0]?.arn ?? ''}
keys  the platform user's are in ${places.dataDirectory}/secrets.json
data  ${base.dataDirectory}`);
  await runUntilStopped(() => emulator.close());
}
