import type { ReadLine } from '../../mode/line.ts';
import type { State } from './state.ts';

/** The speaker's place in the cast, counted from 1. */
export const readLine: ReadLine<State> = ({ message, before }) =>
  message && before.current_actor_index !== null ? { place: before.current_actor_index + 1 } : {};
