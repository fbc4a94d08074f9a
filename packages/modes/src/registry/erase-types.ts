import type { JsonObject } from '@agent-home/protocol';
import { asJson } from '@agent-home/protocol';
import { z } from 'zod';
import { turnInState } from '../mode/current-turn.ts';
import type { AnyMode, CommonState, Mode } from '../mode/mode.ts';

/**
 * Closes a mode's types behind JSON values. Rules and states reach a mode only from its own `parseRules`, `start`
 * and `apply`, or from a ledger that replays; that is what makes these casts sound.
 */
export function eraseTypes<Rules extends object, State extends CommonState>(
  mode: Mode<Rules, State>,
): AnyMode {
  // Types are erased here: a caller with only the mode's name has its rules and state as JSON, which its
  // schemas have checked.
  const rulesOf = (rules: JsonObject) => rules as unknown as Rules;
  const stateOf = (state: JsonObject) => state as unknown as State;
  return {
    name: mode.name,
    version: mode.version,
    sealed: mode.sealed ?? false,
    rulesJsonSchema: () => ({ ...z.toJSONSchema(mode.rulesSchema, { io: 'input', unrepresentable: 'any' }) }),
    parseRules(rules) {
      const result = mode.rulesSchema.safeParse(rules);
      if (result.success) return { rules: asJson(result.data) };
      const issue = result.error.issues[0];
      return { path: ['rules', ...(issue?.path ?? [])].join('.'), problem: issue?.message ?? 'does not fit' };
    },
    parseState: (state) => mode.stateSchema.safeParse(state).success,
    readLine: (line) => mode.readLine({ ...line, before: stateOf(line.before), after: stateOf(line.after) }),
    startFacts: (rules, now) => mode.startFacts?.(rulesOf(rules), now) ?? [],
    start: (rules, context) => asJson(mode.start(rulesOf(rules), context)),
    facts: (state, question, rules, context) =>
      mode.facts?.(stateOf(state), question, rulesOf(rules), context) ?? [],
    apply(state, input, rules, context) {
      const transition = mode.apply(stateOf(state), input, rulesOf(rules), context);
      return { ...transition, state: asJson(transition.state) };
    },
    seals: (state, place, requestType) => mode.seals?.(stateOf(state), place, requestType) ?? false,
    owed: (state) => mode.owed?.(stateOf(state)),
    summary: (state) => mode.summary?.(stateOf(state)),
    wordless: (place) => mode.wordless?.(place) ?? {},
    deadline: (state) => mode.deadline(stateOf(state)),
    endsWithTurnDone: mode.endsWithTurnDone ?? false,
    turn: (state) => (mode.turn ? mode.turn(stateOf(state)) : turnInState(state)),
    isOpen: (state) => stateOf(state).status === 'open',
    messageMeta: (state, place) => (mode.messageMeta ? mode.messageMeta(stateOf(state), place) : {}),
    writableMessages: (state, author, rules, context) =>
      mode.writableMessages(stateOf(state), author, rulesOf(rules), context),
    writableRequests: (state, author, rules, context) =>
      mode.writableRequests(stateOf(state), author, rulesOf(rules), context),
  };
}
