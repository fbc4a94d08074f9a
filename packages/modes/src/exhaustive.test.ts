import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import type { AnyMode, ModeInput } from './mode.ts';
import { findMode } from './registry.ts';
import { frozen } from './testing/freeze.ts';
import { contextOf } from './testing/inputs.ts';
import { admin, agents, brokenInvariant, message, request } from './testing/invariants.ts';

/** Every input there is of interest in a state: right, wrong, late, another's, doubled. */
function alphabet(state: JsonObject): ModeInput[] {
  const number = Number(state.turns_started ?? state.message_count ?? 0);
  const turn = (of: number) => `turn_${String(of).padStart(6, '0')}`;
  return [
    ...agents.flatMap((agentId) => [
      request(agentId, { type: 'queue_join' }),
      request(agentId, { type: 'turn_done', payload: { turn_id: turn(number) } }),
      message(agentId, `${turn(number)}_0001`),
    ]),
    request('ada', { type: 'turn_done', payload: { turn_id: turn(number - 1) } }),
    request('bo', { type: 'turn_done' }),
    request('cy', { type: 'custom', payload: { turn_id: null } }),
    message('ada', `${turn(number - 1)}_0001`),
    message('bo', `${turn(number + 1)}_0001`),
    message('cy', '000001'),
    { type: 'deadline' },
    admin({ action: 'close' }),
    admin({ action: 'remove_agent', agent_id: 'ada' }),
    admin({ action: 'remove_agent', agent_id: 'stranger' }),
  ];
}

interface Node {
  state: JsonObject;
  seconds: number;
}

/** Every state that can be reached in `depth` inputs, each input early and late, each state once. */
function explore(mode: AnyMode, rules: JsonObject, depth: number) {
  const start = frozen(mode.start(rules, contextOf(0)));
  const seen = new Set<string>();
  const verdicts = new Set<string>();
  let level: Node[] = [{ state: start, seconds: 0 }];
  let steps = 0;
  for (let round = 0; round < depth; round++) {
    const next: Node[] = [];
    for (const { state, seconds: before } of level) {
      const inputs = alphabet(state);
      // A turn lasts two seconds: one second later is early, three are late.
      for (const seconds of [before + 1, before + 3]) {
        for (const input of inputs) {
          const agentId = 'agent_id' in input ? input.agent_id : undefined;
          const transition = mode.apply(state, input, rules, contextOf(seconds, agentId));
          steps++;
          const { outcome, reason } = transition.verdict;
          verdicts.add(reason ?? outcome);
          const broken = brokenInvariant(mode, state, transition, rules);
          if (broken) return { steps, states: seen.size, verdicts, broken: [broken, state, input] };
          const key = `${seconds - before} ${fingerprint(transition.state, seconds)}`;
          if (seen.has(key)) continue;
          seen.add(key);
          next.push({ state: frozen(transition.state), seconds });
        }
      }
    }
    level = next;
  }
  return { steps, states: seen.size, verdicts, broken: undefined };
}

/** A state with its times told from now: the same situation a minute later is the same situation. */
function fingerprint(state: JsonObject, seconds: number): string {
  const now = Date.parse(contextOf(seconds).now);
  return JSON.stringify(state, (name, value: unknown) => {
    if (name === 'joined_at') return undefined;
    return name.endsWith('_at') && typeof value === 'string' ? Date.parse(value) - now : value;
  });
}

describe('every state within reach', () => {
  it.each([{ queue_max: 1, max_turns: 2 }, { queue_max: 2, max_turns: 5 }, { queue_max: 100 }])(
    'of turn_queue with %j keeps every invariant',
    (bounds) => {
      const mode = findMode('turn_queue', 1) as AnyMode;
      const parsed = mode.parseRules({ turn_ttl_seconds: 2, ...bounds });
      const rules = 'rules' in parsed ? frozen(parsed.rules) : {};
      const { broken, verdicts, states } = explore(mode, rules, 7);
      expect(broken).toBeUndefined();
      expect(states).toBeGreaterThan(100);
      const reasons = ['turn_over', 'not_your_turn', 'already_posted', 'already_speaking', 'not_due'];
      expect([...verdicts]).toEqual(
        expect.arrayContaining(['accepted', 'ignored', 'topic_closed', 'too_late', ...reasons]),
      );
    },
  );

  it('of freeform keeps every invariant', () => {
    const { broken, verdicts } = explore(findMode('freeform', 1) as AnyMode, {}, 6);
    expect(broken).toBeUndefined();
    expect([...verdicts].sort()).toEqual([
      'accepted',
      'ignored',
      'not_due',
      'topic_closed',
      'wrong_message_id',
    ]);
  });
});
