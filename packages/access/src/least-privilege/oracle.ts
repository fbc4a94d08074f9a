import { posix } from 'node:path';
import type { PermissionClass } from '../grants/key-permission.ts';
import { BUCKET, HEARTBEAT, type HomeScenario, type Ticket } from './home-scenario.ts';

/** A request in words: no policy language, no pattern. */
export interface Deed {
  verb: 'get' | 'put' | 'list' | 'other';
  bucket: string;
  /** The key, or for a listing its prefix; `undefined` is a listing that names none. */
  target: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

type Store = 'oss' | 's3';

const REGISTRY_READ = ['agents/all/', 'agents/presence/', 'platform/'];
const REGISTRY_LISTED = ['agents/all/', 'agents/presence/', 'agents/heartbeats/'];

function mayRead(home: HomeScenario, key: string, same: (granted: string) => boolean): boolean {
  if (home.registry && REGISTRY_READ.some((folder) => key.startsWith(folder))) return true;
  return home.topics.some(({ id, visible, read }) => {
    if (!visible || read === 'not_asked') return false;
    if (read === 'all') return key.startsWith(`topics/${id}/`);
    return (
      ['manifest', 'state', 'summary'].some((name) => same(`topics/${id}/${name}.json`)) ||
      key.startsWith(`topics/${id}/ledger/`) ||
      key.startsWith(`topics/${id}/results/`)
    );
  });
}

function mayList(home: HomeScenario, prefix: string): boolean {
  if (home.registry && REGISTRY_LISTED.some((folder) => prefix.startsWith(folder))) return true;
  return home.topics.some(({ id, visible, read }) => {
    if (!visible || read === 'not_asked') return false;
    const folders = read === 'all' ? [''] : ['ledger/', 'results/'];
    return folders.some((folder) => prefix.startsWith(`topics/${id}/${folder}`));
  });
}

/** What the grants of a home mean, class by class: the judge of what the compiled policies allow. */
export function isGranted(
  store: Store,
  home: HomeScenario,
  permissionClass: PermissionClass,
  deed: Deed,
): boolean {
  const { verb, bucket, target, at } = deed;
  if (bucket !== BUCKET || target === undefined || verb === 'other') return false;
  // MinIO cleans a path before it compares it with an exact key; OSS takes keys as they are.
  const same = (granted: string) =>
    target === granted ||
    (store === 's3' && posix.join(BUCKET, target).replace(/\/$/, '') === `${BUCKET}/${granted}`);
  // RAM knows whole seconds only, and a ticket must not outlive its time; MinIO cannot hold it to any.
  const inTime = ({ notAfter }: Ticket) => store === 's3' || at < Math.floor(notAfter / 1000) * 1000;
  const hasTicket = (tickets: Ticket[]) => tickets.some((ticket) => same(ticket.key) && inTime(ticket));

  switch (permissionClass) {
    case 'artifact':
    case 'join_request':
    case 'join_approval':
      return false;
    case 'read':
      if (verb === 'list') return store === 'oss' && mayList(home, target);
      return verb === 'get' && mayRead(home, target, same);
    case 'heartbeat':
      return verb === 'put' && home.heartbeat && same(HEARTBEAT);
    case 'message':
      return verb === 'put' && home.topics.some(({ visible, messages }) => visible && hasTicket(messages));
    case 'request':
      return verb === 'put' && home.topics.some(({ visible, requests }) => visible && hasTicket(requests));
  }
}
