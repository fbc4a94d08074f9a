import { posix } from 'node:path';
import type { PermissionClass } from '../grants/key-permission.ts';
import {
  AGENT,
  BUCKET,
  type CircleScenario,
  HEARTBEAT,
  type HomeScenario,
  type Ticket,
} from './home-scenario.ts';

/** Request in plain terms, without policy language or patterns. */
export interface Deed {
  verb: 'get' | 'put' | 'list' | 'other';
  bucket: string;
  /** Key, or the prefix of a listing; `undefined` for a listing without a prefix. */
  target: string | undefined;
  /** Milliseconds since 1970. */
  at: number;
}

type Store = 'oss' | 's3';

const REGISTRY_READ = ['agents/all/', 'agents/presence/', 'platform/'];
const REGISTRY_LISTED = ['agents/all/', 'agents/presence/', 'agents/heartbeats/'];

function mayRead(home: HomeScenario, key: string, same: (granted: string) => boolean): boolean {
  if (home.registry && REGISTRY_READ.some((folder) => key.startsWith(folder))) return true;
  if (home.prompts && ['', '.v2'].some((later) => same(`agents/prompts/${AGENT}/bundle${later}.json`)))
    return true;
  const inTask = ({ id, visible, asks }: HomeScenario['tasks'][number]) =>
    visible && asks.read && key.startsWith(`tasks/${id}/`);
  const inCircle = (circle: CircleScenario) =>
    circle.role !== 'none' &&
    circle.reads &&
    (['', '.v2'].some((later) => same(`circles/${circle.id}/manifest${later}.json`)) ||
      circleFolders(circle).some((folder) => key.startsWith(folder)));
  if (home.tasks.some(inTask) || home.circles.some(inCircle)) return true;
  return home.topics.some(({ id, visible, read }) => {
    if (!visible || read === 'not_asked') return false;
    if (read === 'all') return key.startsWith(`topics/${id}/`);
    return (
      ['manifest', 'manifest.v2', 'state', 'summary'].some((name) => same(`topics/${id}/${name}.json`)) ||
      key.startsWith(`topics/${id}/ledger/`) ||
      key.startsWith(`topics/${id}/results/`)
    );
  });
}

/** Members see members; join requests and opinions about them are for deciding roles. */
function circleFolders({ id, role }: CircleScenario): string[] {
  const names = role === 'mod' ? ['members', 'join_requests', 'join_approvals'] : ['members'];
  return names.map((name) => `circles/${id}/${name}/`);
}

/**
 * Returns true if an agent may request to join: no member, and either invited or acceptable to a listed circle
 * that has not removed it.
 */
function mayAsk({ role, invited, listed, mode, removed }: CircleScenario): boolean {
  if (role !== 'none') return false;
  return invited || (listed && mode !== 'invite' && !removed);
}

function mayList(home: HomeScenario, prefix: string): boolean {
  if (home.registry && REGISTRY_LISTED.some((folder) => prefix.startsWith(folder))) return true;
  if (home.tasks.some(({ id, visible, asks }) => visible && asks.read && prefix.startsWith(`tasks/${id}/`)))
    return true;
  const seen = home.circles.filter(({ role, reads }) => role !== 'none' && reads).flatMap(circleFolders);
  if (seen.some((folder) => prefix.startsWith(folder))) return true;
  return home.topics.some(({ id, visible, read }) => {
    if (!visible || read === 'not_asked') return false;
    const folders = read === 'all' ? [''] : ['ledger/', 'results/'];
    return folders.some((folder) => prefix.startsWith(`topics/${id}/${folder}`));
  });
}

/** Independent definition of a home's grants, class by class: the oracle for compiled policies. */
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
  // RAM knows whole seconds only, and a ticket must not outlive its time; MinIO cannot enforce the time of a ticket.
  const inTime = ({ notAfter }: Ticket) => store === 's3' || at < Math.floor(notAfter / 1000) * 1000;
  const hasTicket = (tickets: Ticket[]) => tickets.some((ticket) => same(ticket.key) && inTime(ticket));

  switch (permissionClass) {
    case 'artifact':
      return (
        verb === 'put' &&
        home.tasks.some(
          ({ id, visible, closed, asks }) =>
            visible && !closed && asks.write && target.startsWith(`tasks/${id}/agents/${AGENT}/`),
        )
      );
    case 'join_request':
      return verb === 'put' && home.circles.some((circle) => mayAsk(circle) && hasTicket(circle.joins));
    case 'join_approval':
      return (
        verb === 'put' && home.circles.some(({ role, approvals }) => role === 'mod' && hasTicket(approvals))
      );
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
