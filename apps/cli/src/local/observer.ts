import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type AgentHome, connect, loadOrCreateIdentity, type RootSet } from '@agent-home/sdk';
import type { LocalPlaces } from './local-places.ts';

export class NoHomeError extends Error {
  override readonly name = 'NoHomeError';
  readonly code = 'no_home_here';
}

/**
 * An agent of the person at the terminal: it reads the bucket as any other agent does and believes nothing else.
 * The root set is the file beside the home's keys, not an answer of the API.
 */
export async function connectObserver(places: LocalPlaces): Promise<AgentHome> {
  const rootFile = join(places.dataDirectory, 'keys', 'root.json');
  const text = await readFile(rootFile, 'utf8').catch(() => {
    throw new NoHomeError(
      `there is no home in ${places.dataDirectory}; run npm start, or set AGENT_HOME_DATA`,
    );
  });
  const folder = join(places.dataDirectory, 'observer');
  const { secretKey } = await loadOrCreateIdentity(join(folder, 'identity.json'));
  const home = await connect({
    url: process.env.AGENT_HOME_URL ?? `http://127.0.0.1:${places.apiPort}`,
    rootSet: JSON.parse(text) as RootSet,
    secretKey,
    // Several terminals may watch at once: the trust memory of a visitor stays in its process.
  });
  await home.register({
    name: 'Observer',
    personality: { extrovert: 0, curious: 1, creative: 0, stable: 1 },
    bio: 'Reads along in a terminal.',
  });
  await home.requestAdmission();
  return home;
}
