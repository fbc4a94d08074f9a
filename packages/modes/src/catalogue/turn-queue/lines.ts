import type { ReadLine } from '../../mode/line.ts';
import type { State } from './state.ts';

/** Whose turn a line was for is told of every mode: there is nothing else to say of it. */
export const readLine: ReadLine<State> = () => ({});
