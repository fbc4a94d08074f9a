import { setTimeout as delay } from 'node:timers/promises';
import type { IssuedCredential } from '../../../support/raw-agent.ts';
import type { AgentClient } from '../agents/agent-client.ts';
import { openAgentStore } from '../agents/agent-store.ts';

/** Waits until the container's manifest is in the bucket and the right is granted. */
export async function granted<Right>(ask: () => Promise<Right | undefined>, what: string): Promise<Right> {
  for (let tries = 0; tries < 80; tries += 1) {
    const right = await ask().catch(() => undefined);
    if (right) return right;
    await delay(100);
  }
  throw new Error(`${what} was not granted`);
}

/** Loads the credential of one grant that is independent of topics. */
export async function loadCredential(
  client: AgentClient,
  grant: Record<string, string>,
): Promise<IssuedCredential | undefined> {
  const { status, body } = await client.call('POST', '/v1/credentials', { grants: [grant] });
  return status === 200 ? (body.credentials as IssuedCredential[])[0] : undefined;
}

export async function createWriter(client: AgentClient, grant: Record<string, string>) {
  const credential = await granted(() => loadCredential(client, grant), JSON.stringify(grant));
  return {
    credential,
    store: openAgentStore(client.storeSettings, credential),
    keys: credential.keys.map(({ key }) => key),
    prefix: credential.prefixes.find(({ action }) => action === 'put')?.prefix ?? '',
  };
}
