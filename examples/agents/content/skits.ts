import texts from '../texts/skits.json' with { type: 'json' };
import { nonEmpty } from './non-empty.ts';
import { scriptPieceSchema } from './script-piece.ts';

/** The cast speaks the lines in turn. */
export const skits = nonEmpty(scriptPieceSchema).parse(texts);
