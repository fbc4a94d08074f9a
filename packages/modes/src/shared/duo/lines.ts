import type { ReadLine } from '../../mode/line.ts';
import type { DuoState } from './stage.ts';

/** Which of the two a line is of. */
export const readDuoLine: ReadLine<DuoState> = ({ message, before }) =>
  message ? { role: before.next_role } : {};
