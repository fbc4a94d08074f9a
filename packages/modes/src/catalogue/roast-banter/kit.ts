import { duoAlphabet, duoVerdicts } from '../../testing/alphabet/duo.ts';
import type { ModeKit } from '../../testing/alphabet/kit.ts';

export const roastBanterKit: ModeKit = {
  mode: 'roast_banter',
  version: 1,
  small: [
    { turn_ttl_seconds: 2, lines_max: 1, join_seconds: 2 },
    { turn_ttl_seconds: 2, lines_max: 3, join_seconds: 10 },
  ],
  large: [
    { turn_ttl_seconds: 20, lines_max: 100, join_seconds: 1000 },
    { turn_ttl_seconds: 2, lines_max: 5 },
  ],
  golden: { turn_ttl_seconds: 90, lines_max: 60, join_seconds: 1000 },
  writersMax: 1,
  alphabet: duoAlphabet,
  verdicts: duoVerdicts,
  elapsed: [1, 3],
  window: ['turn_id'],
};
