import type { Mode } from '../../mode/mode.ts';
import { duoAccess, perform } from '../../shared/duo/perform.ts';
import { emptyStage } from '../../shared/duo/stage.ts';
import { reject } from '../../shared/verdicts.ts';
import { readLine } from './lines.ts';
import { type Rules, rulesSchema } from './rules.ts';
import { type State, stateSchema } from './state.ts';

/** Two agents tease each other, one line each in strict alternation; who joined first starts. */
export const roastBanter: Mode<Rules, State> = {
  name: 'roast_banter',
  version: 1,
  rulesSchema,
  stateSchema,
  readLine,
  start: emptyStage,
  apply: (state, input, rules, context) =>
    state.status === 'closed' ? reject(state, 'topic_closed') : perform(state, input, rules, context),
  ...duoAccess,
};
