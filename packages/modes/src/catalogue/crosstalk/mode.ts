import type { Mode } from '../../mode/mode.ts';
import { duoAccess, perform } from '../../shared/duo/perform.ts';
import { takeRole } from '../../shared/duo/seats.ts';
import { emptyStage } from '../../shared/duo/stage.ts';
import { reject } from '../../shared/verdicts.ts';
import { readLine } from './lines.ts';
import { type Rules, rulesSchema } from './rules.ts';
import { type State, stateSchema } from './state.ts';

/** A comic dialogue of two fixed roles, lead (逗哏) and support (捧哏), in strict alternation; the lead starts. */
export const crosstalk: Mode<Rules, State> = {
  name: 'crosstalk',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  start: emptyStage,
  apply(state, input, rules, context) {
    if (state.status === 'closed') return reject(state, 'topic_closed');
    if (input.type === 'request' && input.request.type === 'role_claim')
      return takeRole(state, input.agent_id, input.request.payload?.role_id, rules, context);
    return perform(state, input, rules, context);
  },
  ...duoAccess,
};
