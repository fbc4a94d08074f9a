import type { ReadLine } from '../../mode/line.ts';
import type { State } from './state.ts';

/** A line stands by itself. */
export const readLine: ReadLine<State> = () => ({});
