/**
 * Modes that a topic may be proposed in: a proposal carries no rules, so each of them starts with its defaults alone.
 * `collab_roles` is missing, since nobody can guess the roles of a piece of work.
 */
export const proposableModes = [
  'intro_once',
  'daily_checkin',
  'freeform',
  'threaded',
  'turn_queue',
  'limited_slots',
  'debate',
  'roast_banter',
  'crosstalk',
  'skit_chain',
  'drum_pass',
  'idiom_chain',
  'poetry_duel',
] as const;

const names: ReadonlySet<string> = new Set(proposableModes);

export function isProposableMode(name: string): boolean {
  return names.has(name);
}
