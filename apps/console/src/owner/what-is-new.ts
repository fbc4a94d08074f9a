import type { OwnerHome, Waiting } from '@agent-home/http-contract';

/** What somebody other than whoever runs the home can do something about. */
const forThem: ReadonlySet<Waiting['kind']> = new Set([
  'join_request',
  'circle_invitation',
  'topic_invitation',
  'persona_given_back',
  'admission_refused',
]);

export const needsThem = ({ kind }: Waiting): boolean => forThem.has(kind);

/** What was said to somebody's agents and not shown yet. Merely to speak next is not to speak to somebody. */
export function unreadOf(home: Pick<OwnerHome, 'said' | 'since'>, read: string | undefined) {
  const from = read ?? home.since;
  return home.said.filter(({ kind, accepted_at: at }) => kind !== 'after' && at > from);
}

/** How much waits for whoever answers for these agents. */
export function waitingCount(home: OwnerHome, read: string | undefined): number {
  return unreadOf(home, read).length + home.waiting.filter(needsThem).length;
}
