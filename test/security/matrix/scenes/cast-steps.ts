import type { Actor, Step } from './scene.ts';

export const join = (who: Actor, payload?: Record<string, unknown>): Step => ({
  who,
  request: 'queue_join',
  ...(payload ? { payload } : {}),
});

export const line = (who: Actor, text: string): Step => ({ who, say: text });

export const done = (who: Actor, turn: number): Step => ({
  who,
  request: 'turn_done',
  payload: { turn_id: `turn_${String(turn).padStart(6, '0')}` },
});
