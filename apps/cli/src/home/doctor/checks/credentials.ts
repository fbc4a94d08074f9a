import { compilePermissions } from '@agent-home/access';
import {
  type ObjectStore,
  ObjectStoreError,
  sessionSeconds,
  type TemporaryCredentials,
} from '@agent-home/object-store';
import { collectTraits } from '@agent-home/platform';
import { getKind } from '../../stores/store-kinds.ts';
import { type CheckContext, type DoctorCheck, failed, ok } from './check.ts';

const bytes = new TextEncoder().encode('probe');

/** An agent's client with a session of its own. */
export function createClient({ settings }: CheckContext, credentials: TemporaryCredentials): ObjectStore {
  return getKind(settings.store).openForAgent(settings.store, credentials);
}

/** Returns true if the store permits the attempt. Throws for anything but a refusal or a success. */
export async function isAllowed(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return true;
  } catch (error) {
    if (error instanceof ObjectStoreError && error.code === 'access_denied') return false;
    throw error;
  }
}

export const probeFolder = (probeId: string) => `topics/doctor-${probeId}/messages/doctor`;

/** Requests an agent session for one key, which must grant access to that key only. */
export async function sessionForOneKey(context: CheckContext, key: string): Promise<TemporaryCredentials> {
  const { settings, credentialIssuer } = context;
  const { dialect } = collectTraits(settings.platform.store);
  const ticket = {
    class: 'message',
    action: 'put',
    key,
    not_after: new Date(Date.now() + sessionSeconds.least * 1000),
  } as const;
  const [policy] = compilePermissions([ticket], { dialect, bucket: settings.store.place.bucket });
  return credentialIssuer.issue({
    sessionName: 'home.doctor',
    policy: policy?.document ?? '',
    durationSeconds: sessionSeconds.least,
  });
}

export const credentialCheck: DoctorCheck = {
  name: 'credentials',
  timeoutMs: 20_000,
  async run(context) {
    const { store, probeId } = context;
    const key = `${probeFolder(probeId)}/credential.json`;
    const session = await sessionForOneKey(context, key);
    const client = createClient(context, session);
    const foreign = [
      `${probeFolder(probeId)}x/other.json`,
      `tasks/doctor-${probeId}/agents/doctor/x`,
      `platform/doctor-${probeId}.json`,
    ];
    try {
      const opened: string[] = [];
      for (const other of foreign)
        if (await isAllowed(() => client.put(other, bytes))) opened.push(`put ${other}`);
      const reading = () => client.get('platform/keys.json', { maxBytes: 1 << 20, timeoutMs: 4_000 });
      if (await isAllowed(reading)) opened.push('get platform/keys.json');
      if (await isAllowed(() => client.list('agents/', { limit: 1 }))) opened.push('list agents/');
      if (await isAllowed(() => client.delete(key))) opened.push(`delete ${key}`);
      if (opened.length > 0)
        return failed(
          `a session for one key also opens: ${opened.join(', ')}`,
          'let the token service apply session policies, and remove bucket policies that grant the role more',
        );
      return (await isAllowed(() => client.put(key, bytes)))
        ? ok('a session for one key writes that key; other puts, a get, a list and a delete were refused')
        : failed(
            'a session for one key cannot write it',
            'grant the role writes to the keys of agents (docs/operations.md, “The two identities at the store”)',
          );
    } finally {
      for (const other of [key, ...foreign]) await store.delete(other);
    }
  },
};
