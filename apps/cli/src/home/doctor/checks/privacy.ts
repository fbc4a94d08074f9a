import { getKind } from '../../stores/store-kinds.ts';
import { askAnonymously } from './anonymous.ts';
import { type DoctorCheck, failed, ok } from './check.ts';

/** Checks that an anonymous request gets no object. */
export const privacyCheck: DoctorCheck = {
  name: 'not public',
  async run({ settings, store, probeId }) {
    const { store: description } = settings.platform;
    const kind = getKind(settings.store);
    const route = kind.agentRoute(settings.store);
    const probe = `doctor/${probeId}.txt`;
    const asked = {
      get: await askAnonymously(kind.publicUrl(description, 'platform/keys.json'), { route }),
      list: await askAnonymously(`${kind.publicUrl(description, '')}?list-type=2&max-keys=1`, { route }),
      put: await askAnonymously(kind.publicUrl(description, probe), { method: 'PUT', body: 'probe', route }),
    };
    const isOpen = ({ status }: { status: number }) => status < 300;
    if (isOpen(asked.put)) await store.delete(probe);
    const answers = Object.entries(asked).map(([action, { status }]) => `${action} ${status}`);
    const seen = `without a credential: ${answers.join(', ')}`;
    const open = Object.entries(asked).filter(([, answer]) => isOpen(answer));
    if (open.length > 0)
      return failed(
        `${seen}; PUBLIC: ${open.map(([action]) => action).join(', ')}`,
        'set the ACL of the bucket to private, remove its public policy, then run `agent-home bucket protect`',
      );
    const isRefused = Object.values(asked).every(
      ({ status }) => status === 401 || status === 403 || status === 405,
    );
    return isRefused
      ? ok(seen)
      : failed(seen, 'check the endpoint for agents: the store neither allows nor denies the requests');
  },
};
