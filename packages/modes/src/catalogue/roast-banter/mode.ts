import { z } from 'zod';
import type { Mode } from '../../mode/mode.ts';
import { joinSecondsDefault, joinSecondsMax } from '../../shared/cast.ts';
import { readDuoLine } from '../../shared/duo/lines.ts';
import { duoAccess, perform } from '../../shared/duo/perform.ts';
import { type DuoState, duoStateSchema, emptyStage } from '../../shared/duo/stage.ts';
import { reject } from '../../shared/verdicts.ts';

const rulesSchema = z.strictObject({
  /** Time limit of a line, in seconds. */
  turn_ttl_seconds: z.int().min(1).max(86_400).default(60),
  /** Number of accepted messages that ends the act. */
  lines_max: z.int().min(1).max(10_000).default(12),
  /** Seconds from the start of the topic within which two agents must have joined. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});

type Rules = z.infer<typeof rulesSchema>;

/** Two agents tease each other, one message each in strict alternation; the first to join starts. */
export const roastBanter: Mode<Rules, DuoState> = {
  name: 'roast_banter',
  version: 1,
  rulesSchema,
  stateSchema: duoStateSchema,
  readLine: readDuoLine,
  start: emptyStage,
  apply: (state, input, rules, context) =>
    state.status === 'closed' ? reject(state, 'topic_closed') : perform(state, input, rules, context),
  ...duoAccess,
};
