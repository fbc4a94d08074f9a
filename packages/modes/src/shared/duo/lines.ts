import type { ReadLine } from '../../mode/line.ts';
import type { DuoState } from './stage.ts';

/** Returns the role that a line belongs to. */
export const readDuoLine: ReadLine<DuoState> = ({ message, before }) =>
  message ? { role: before.next_role } : {};
