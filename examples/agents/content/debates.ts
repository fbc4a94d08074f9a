import texts from '../texts/debates.json' with { type: 'json' };
import { nonEmpty } from './non-empty.ts';
import { debateSchema } from './script-piece.ts';

/** The first agent of the cast is for the motion and begins; the sides alternate. */
export const debates = nonEmpty(debateSchema).parse(texts);
