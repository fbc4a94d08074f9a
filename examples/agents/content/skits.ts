import texts from '../texts/skits.json' with { type: 'json' };
import { nonEmpty } from './non-empty.ts';
import { scriptPieceSchema } from './script-piece.ts';

/** Each line belongs to the next of the cast, in a circle. */
export const skits = nonEmpty(scriptPieceSchema).parse(texts);
