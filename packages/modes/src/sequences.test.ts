import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judge, type RawInput } from './judge/judge.ts';
import type { AnyMode } from './mode.ts';
import { modes } from './registry.ts';
import { frozen } from './testing/freeze.ts';
import {
  contextOf,
  messageDocument,
  platformInput,
  rawInput,
  requestDocument,
  terms,
} from './testing/inputs.ts';
import { agents, brokenInvariant, grants } from './testing/invariants.ts';

const id = fc.oneof(
  fc.constantFrom('current', 'current', 'current', 'turn_000001_0001', '000001', '000002', 'r000001'),
  fc.stringMatching(/^[a-z0-9][a-z0-9_-]{0,20}$/),
);
const step = fc.record({
  agent: fc.constantFrom(...agents),
  elapsed: fc.oneof(fc.constantFrom(0, 1, 2, 30), fc.integer({ min: -5, max: 300 })),
  what: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('message' as const), id }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('request' as const),
        type: fc.constantFrom('queue_join', 'queue_join', 'turn_done', 'vote'),
        id,
      }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('deadline' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('junk' as const), bytes: fc.uint8Array({ maxLength: 40 }) }),
    },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

function inputOf({ agent, what }: Step, state: JsonObject): RawInput {
  const turn = String(state.turn_id ?? 'turn_000009');
  switch (what.kind) {
    case 'message':
      return rawInput(messageDocument(agent, what.id === 'current' ? `${turn}_0001` : what.id));
    case 'request': {
      const payload = { turn_id: what.id === 'current' ? turn : what.id };
      return rawInput(requestDocument(agent, 'r000001', { type: what.type, payload }));
    }
    case 'deadline':
      return platformInput('deadline', {});
    case 'remove':
      return platformInput('admin', { action: 'remove_agent', agent_id: agent });
    case 'junk':
      return { type: 'message', object_key: `topics/t1/messages/${agent}/000001.json`, bytes: what.bytes };
  }
}

function run(mode: AnyMode, rules: JsonObject, steps: readonly Step[]): void {
  const topic = terms(mode.name, rules);
  let state = mode.start(rules, contextOf(0));
  let seconds = 0;
  const turnOfMessage = new Map<string, string>();
  for (const each of steps) {
    seconds += each.elapsed;
    const agentId = each.what.kind === 'deadline' || each.what.kind === 'remove' ? undefined : each.agent;
    const context = contextOf(seconds, agentId);
    const judgement = judge(mode, topic, frozen(state), inputOf(each, state), context);
    expect(brokenInvariant(mode, state, judgement, rules)).toBeUndefined();
    state = judgement.state;
    if (mode.name !== 'turn_queue' || judgement.verdict.outcome === 'rejected') continue;
    for (const grant of grants(mode, state, rules)) {
      const turn = `${grant} until ${mode.deadline(state)}`;
      const messageId = grant.split(' ')[1] ?? '';
      expect(turnOfMessage.get(messageId) ?? turn).toBe(turn);
      turnOfMessage.set(messageId, turn);
    }
  }
}

describe('two hundred inputs of any kind in any order', () => {
  const rulesFor: Record<string, JsonObject[]> = {
    freeform: [{}],
    turn_queue: [{ turn_ttl_seconds: 20 }, { turn_ttl_seconds: 1, queue_max: 2, max_turns: 30 }],
  };
  const cases = modes.flatMap((mode) => (rulesFor[mode.name] ?? []).map((rules) => ({ mode, rules })));

  it.each(cases)('keep every invariant of $mode.name with $rules', ({ mode, rules: given }) => {
    const parsed = mode.parseRules(given);
    const rules = 'rules' in parsed ? parsed.rules : {};
    const steps = fc.array(step, { minLength: 200, maxLength: 200, size: 'max' });
    fc.assert(
      fc.property(steps, (all) => run(mode, rules, all)),
      { numRuns: 100 },
    );
  });
});
