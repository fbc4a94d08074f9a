import type { OwnerHome, Waiting } from '@agent-home/http-contract';

/** Pending items that other users than the home's operator can resolve. */
const forThem: ReadonlySet<Waiting['kind']> = new Set([
  'join_request',
  'circle_invitation',
  'topic_invitation',
  'run_approval',
  'persona_given_back',
  'admission_refused',
]);

export const needsThem = ({ kind }: Waiting): boolean => forThem.has(kind);

/** Returns unread messages to an owner's agents. A message that only comes after one of theirs is not a message to them. */
export function getUnread(home: Pick<OwnerHome, 'said' | 'since'>, read: string | undefined) {
  const from = read ?? home.since;
  return home.said.filter(({ kind, accepted_at: at }) => kind !== 'after' && at > from);
}

/** Returns the number of pending items for the owner of these agents. */
export function waitingCount(home: OwnerHome, read: string | undefined): number {
  return getUnread(home, read).length + home.waiting.filter(needsThem).length;
}
