import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { fixedPlace } from '../processes/program-place.ts';
import { Vault } from '../vault/vault.ts';

export const environment = {
  PATH: process.env.PATH ?? '',
  TICKETS_TOKEN: 'the-token-of-tickets',
  TENANT: 'tenant-of-the-north',
  CLIENT_SECRET: 'the-secret-of-the-client',
};

/** Creates a vault, and the path of a login folder that does not exist yet. */
export function opened() {
  const parent = mkdtempSync(join(tmpdir(), 'agent-home-logins-'));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const placeOf = fixedPlace(parent, environment);
  const vault = new Vault(
    { tickets: { env: 'TICKETS_TOKEN' }, client: { env: 'CLIENT_SECRET' } },
    { environment, placeOf },
  );
  return { loginFolder: join(parent, 'mcp-logins'), vault, environment };
}

/** Opens the URL of a login as a browser does. */
export const browse = (address: URL) => void fetch(address).then((response) => response.text());
