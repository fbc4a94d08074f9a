import type { JsonObject } from '@agent-home/protocol';
import { asJson } from '@agent-home/protocol';
import { z } from 'zod';
import { turnInState } from '../mode/current-turn.ts';
import type { AnyMode, CommonState, Mode } from '../mode/mode.ts';

/**
 * Hides a mode's types behind JSON values. The casts are sound because rules and states reach a mode only from its own
 * `parseRules`, `start` and `apply`, or from a ledger that replays.
 */
export function eraseTypes<Rules extends object, State extends CommonState>(
  mode: Mode<Rules, State>,
): AnyMode {
  // Types are erased here: a caller that has only the mode's name holds its rules and state as JSON, which its schemas have
  // validated.
  const getRules = (rules: JsonObject) => rules as unknown as Rules;
  const getState = (state: JsonObject) => state as unknown as State;
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
    readLine: (line) =>
      mode.readLine({ ...line, before: getState(line.before), after: getState(line.after) }),
    startFacts: (rules, now) => mode.startFacts?.(getRules(rules), now) ?? [],
    start: (rules, context) => asJson(mode.start(getRules(rules), context)),
    facts: (state, question, rules, context) =>
      mode.facts?.(getState(state), question, getRules(rules), context) ?? [],
    apply(state, input, rules, context) {
      const transition = mode.apply(getState(state), input, getRules(rules), context);
      return { ...transition, state: asJson(transition.state) };
    },
    seals: (state, place, requestType) => mode.seals?.(getState(state), place, requestType) ?? false,
    owed: (state) => mode.owed?.(getState(state)),
    summary: (state) => mode.summary?.(getState(state)),
    wordless: (place) => mode.wordless?.(place) ?? {},
    deadline: (state) => mode.deadline(getState(state)),
    endsWithTurnDone: mode.endsWithTurnDone ?? false,
    turn: (state) => (mode.turn ? mode.turn(getState(state)) : turnInState(state)),
    isOpen: (state) => getState(state).status === 'open',
    messageMeta: (state, place) => (mode.messageMeta ? mode.messageMeta(getState(state), place) : {}),
    writableMessages: (state, author, rules, context) =>
      mode.writableMessages(getState(state), author, getRules(rules), context),
    writableRequests: (state, author, rules, context) =>
      mode.writableRequests(getState(state), author, getRules(rules), context),
  };
}
