import type { ReadLine } from '../../mode/line.ts';
import { readDuoLine } from '../../shared/duo/lines.ts';
import type { State } from './state.ts';

export const readLine: ReadLine<State> = readDuoLine;
