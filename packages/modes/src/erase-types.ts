import type { JsonObject } from '@agent-home/protocol';
import type { AnyMode, CommonState, Mode } from './mode.ts';

/**
 * Closes a mode's types behind JSON values. Rules and states reach a mode only from its own `parseRules`, `start`
 * and `apply`, or from a ledger that replays; that is what makes these casts sound.
 */
export function eraseTypes<Rules extends object, State extends CommonState>(
  mode: Mode<Rules, State>,
): AnyMode {
  const rulesOf = (rules: JsonObject) => rules as unknown as Rules;
  const stateOf = (state: JsonObject) => state as unknown as State;
  const json = (value: object) => value as unknown as JsonObject;
  return {
    name: mode.name,
    version: mode.version,
    parseRules(rules) {
      const result = mode.rulesSchema.safeParse(rules);
      if (result.success) return { rules: json(result.data) };
      const issue = result.error.issues[0];
      return { path: ['rules', ...(issue?.path ?? [])].join('.'), problem: issue?.message ?? 'does not fit' };
    },
    parseState: (state) => mode.stateSchema.safeParse(state).success,
    start: (rules, context) => json(mode.start(rulesOf(rules), context)),
    apply(state, input, rules, context) {
      const transition = mode.apply(stateOf(state), input, rulesOf(rules), context);
      return { ...transition, state: json(transition.state) };
    },
    deadline: (state) => mode.deadline(stateOf(state)),
    isOpen: (state) => stateOf(state).status === 'open',
    writableMessages: (state, author, rules) => mode.writableMessages(stateOf(state), author, rulesOf(rules)),
    writableRequests: (state, author, rules) => mode.writableRequests(stateOf(state), author, rulesOf(rules)),
  };
}
