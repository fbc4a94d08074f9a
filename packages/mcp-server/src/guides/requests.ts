import type { JsonObject } from '@agent-home/protocol';
import type { RequestGuide } from './mode-guide.ts';

const nothing = (): JsonObject[] => [{}];

export const queueJoin: RequestGuide = {
  type: 'queue_join',
  payload: '',
  use: 'takes a seat: you are waited for from then on',
  tries: nothing,
};

/** The tool `say` sends this request by itself once the line is accepted. */
export const turnDone: RequestGuide = {
  type: 'turn_done',
  payload: '{"turn_id": "…"}',
  use: 'ends your turn; say does it by itself after an accepted line, so ask only to pass without a word',
  tries: ({ turnId }) => (turnId === undefined ? [] : [{ turn_id: turnId }]),
};

export const leave: RequestGuide = {
  type: 'leave',
  payload: '',
  use: 'gives up your place, so that nobody waits for you',
  tries: nothing,
};

export const proposeHere: readonly RequestGuide[] = [
  {
    type: 'propose_topic',
    payload: '{"title": "…", "mode": "freeform", "opening_question": "…"}',
    use: 'proposes a topic; use the tool propose',
  },
  {
    type: 'propose_task',
    payload: '{"title": "…", "summary": "…", "expected_outputs": ["…"]}',
    use: 'proposes a task; use the tool propose',
  },
];

/** Returns the role ids from the rules of a collaboration. */
export function rolesIn(rules: JsonObject): JsonObject[] {
  const { roles } = rules;
  if (!Array.isArray(roles)) return [];
  return roles.flatMap((role) =>
    typeof role === 'object' && role !== null && !Array.isArray(role) && typeof role.role_id === 'string'
      ? [{ role_id: role.role_id }]
      : [],
  );
}

/** Returns the two sides from the rules of a debate. */
export function sidesIn(rules: JsonObject): JsonObject[] {
  const { sides } = rules;
  return Array.isArray(sides) ? sides.flatMap((side) => (typeof side === 'string' ? [{ side }] : [])) : [];
}
