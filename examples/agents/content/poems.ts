import texts from '../texts/duels.json' with { type: 'json' };
import { nonEmpty } from './non-empty.ts';
import { duelSchema } from './script-piece.ts';

/** Duels with the poem of each poet on each theme. */
export const duels = nonEmpty(duelSchema).parse(texts);
