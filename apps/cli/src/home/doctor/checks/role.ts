import { ObjectStoreError, sessionSeconds } from '@agent-home/object-store';
import { getKind } from '../../stores/store-kinds.ts';
import { type DoctorCheck, ok, skipped, warning } from './check.ts';
import { createClient, isAllowed } from './credentials.ts';

const bytes = new TextEncoder().encode('probe');

/**
 * The role is the second line of defence. A session with the widest policy shows the rights of the role itself. If the role may
 * write a platform object, only session policies protect the registry from agents.
 */
export const roleCheck: DoctorCheck = {
  name: 'role',
  timeoutMs: 20_000,
  async run(context) {
    const { settings, credentialIssuer, store, probeId } = context;
    const role = getKind(settings.store).role(settings.store);
    if ('without' in role) return skipped(role.without);
    const session = await credentialIssuer.issue({
      sessionName: 'home.doctor',
      policy: role.widestPolicy,
      durationSeconds: sessionSeconds.least,
    });
    const client = createClient(context, session);
    const id = `doctor-${probeId}`;
    const keys = [
      `platform/${id}.json`,
      `agents/all/${id}.json`,
      `agents/prompts/${id}/bundle.json`,
      `topics/${id}/state.json`,
      `topics/${id}/ledger/0000000001.json`,
      `topics/${id}/results/doctor/x.json`,
      `circles/${id}/members/doctor.json`,
      `tasks/${id}/manifest.json`,
    ];
    const allowed: string[] = [];
    try {
      for (const key of keys)
        if (await isAllowed(() => client.put(key, bytes))) allowed.push(`put ${key.replace(id, '…')}`);
      if (await isAllowed(() => client.delete(`topics/${id}/messages/doctor/x.json`))) allowed.push('delete');
      if (await isAllowed(() => readLifecycle(client))) allowed.push('read the bucket’s lifecycle');
    } finally {
      for (const key of keys) await store.delete(key);
    }
    return allowed.length === 0
      ? ok(`the role itself refuses ${keys.length} platform keys, deleting and the bucket’s settings`)
      : warning(
          `the role has more rights than needed: ${allowed.join(', ')}`,
          'limit its policy to reads, and to writes below heartbeats, messages, requests, join objects and tasks/*/agents',
        );
  },
};

async function readLifecycle(client: { getLifecycle(): Promise<unknown> }): Promise<void> {
  try {
    await client.getLifecycle();
  } catch (error) {
    // The store reports `not_found` to authorized callers only, so access was granted.
    if (error instanceof ObjectStoreError && error.code === 'not_found') return;
    throw error;
  }
}
