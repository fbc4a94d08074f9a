import { randomBytes } from 'node:crypto';
import { signerOf } from '@agent-home/protocol';
import { ApiClient } from '../api/api-client.ts';
import { CredentialManager } from '../credentials/credential-manager.ts';
import type { Grant } from '../shared/grant.ts';
import { VersionFloor } from '../trust/version-floor.ts';
import { start } from './certified-home.ts';
import { MapStore } from './map-store.ts';
import { type Received, type Reply, startSmallApi } from './small-api.ts';
import { credentialAnswer } from './small-home.ts';

export const registry = { type: 'registry_read' } as const;
export const topic = (id: string) => ({ type: 'topic_read', topic_id: id }) as const;
export const asked = (received: Received) =>
  JSON.parse(received.body) as { grants: Grant[]; duration_seconds?: number };

export async function createManager(answer?: (received: Received) => Reply | undefined, lifeSeconds = 3600) {
  const clock = { now: start };
  const api = await startSmallApi(
    (received) =>
      answer?.(received) ?? { body: credentialAnswer(asked(received).grants, clock.now, {}, lifeSeconds) },
  );
  const surroundings = {
    now: () => clock.now,
    randomBytes: (length: number) => new Uint8Array(randomBytes(length)),
  };
  const signer = signerOf(new Uint8Array(32).fill(5));
  const floor = new VersionFloor();
  const manager = new CredentialManager({
    api: new ApiClient(api.url, signer, surroundings, new AbortController().signal),
    floor,
    open: () => new MapStore().asObjectStore(),
    surroundings,
    log: () => {},
  });
  return { manager, api, clock, floor };
}
