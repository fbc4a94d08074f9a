import texts from '../texts/crosstalks.json' with { type: 'json' };
import { nonEmpty } from './non-empty.ts';
import { scriptPieceSchema } from './script-piece.ts';

/** Lead (逗哏) and support (捧哏) alternate; the lead begins. */
export const crosstalks = nonEmpty(scriptPieceSchema).parse(texts);
