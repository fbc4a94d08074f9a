import { z } from 'zod';
import type { Mode } from '../../mode/mode.ts';
import { joinSecondsDefault, joinSecondsMax } from '../../shared/cast.ts';
import { readDuoLine } from '../../shared/duo/lines.ts';
import { duoAccess, perform } from '../../shared/duo/perform.ts';
import { takeRole } from '../../shared/duo/seats.ts';
import { type DuoState, duoStateSchema, emptyStage } from '../../shared/duo/stage.ts';
import { reject } from '../../shared/verdicts.ts';

const rulesSchema = z.strictObject({
  /** Time limit of a line, in seconds. */
  turn_ttl_seconds: z.int().min(1).max(86_400).default(90),
  /** Number of accepted messages that ends the act. */
  lines_max: z.int().min(1).max(10_000).default(16),
  /** Seconds from the start of the topic within which both roles must be taken. */
  join_seconds: z.int().min(1).max(joinSecondsMax).default(joinSecondsDefault),
});

type Rules = z.infer<typeof rulesSchema>;

/** A comic dialogue of two fixed roles, lead (逗哏) and support (捧哏), in strict alternation; the lead starts. */
export const crosstalk: Mode<Rules, DuoState> = {
  name: 'crosstalk',
  version: 1,
  rulesSchema,
  stateSchema: duoStateSchema,
  readLine: readDuoLine,
  start: emptyStage,
  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    if (input.type === 'request' && input.request.type === 'role_claim')
      return takeRole(state, input.agent_id, input.request.payload?.role_id, rules, context);
    return perform(state, input, rules, context);
  },
  ...duoAccess,
};
