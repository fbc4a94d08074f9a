import type { JsonObject } from '@agent-home/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { riskLevels } from '../risk/risk-levels.ts';
import { createPolicy, createRulebook, getQuestion, names, toolNames } from '../testing/rulebooks.ts';
import { decideCall } from './decide-call.ts';
import type { Rules } from './rulebook.ts';

const tool = fc.constantFrom(...toolNames);
const pattern = fc.oneof(
  tool,
  fc.constantFrom('*', 'mcp.*', 'home.*', 'read-file', 'cat', 'nothing', 'ＲＥＡＤfile'),
);
const time = fc.constantFrom('2026-05-01T07:00:00.000Z', '2026-05-01T09:00:00.000Z');
const rule = fc.record({
  effect: fc.constantFrom('allow', 'deny'),
  action: fc.constantFrom('tool.call', 'tool.call', 'model.use'),
  selector: fc.record({
    agent: fc.constantFrom('*', 'careful', 'other'),
    tool: pattern,
    modelProvider: fc.constantFrom('*', 'emulator', 'other'),
  }),
  conditions: fc.constantFrom<JsonObject>(
    {},
    { notBefore: '2026-05-01T08:00:00Z' },
    { approval: 'required' },
  ),
});
const policy = fc.array(rule, { minLength: 1, maxLength: 4 });
const denies = fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, fc.array(pattern, { maxLength: 2 }));
const lists = fc.oneof(
  fc.record({ deny: denies }),
  fc.record({ allow: fc.array(pattern, { maxLength: 3 }), deny: denies }),
);
const operator = fc.record({
  autoApprove: fc.array(fc.constantFrom('safe', 'low', 'medium', 'high', 'home.*', '*'), { maxLength: 3 }),
  unlocked: fc.array(tool, { maxLength: 2 }),
});
const question = fc
  .record({ tool, risk: fc.constantFrom(...riskLevels), tainted: fc.boolean(), time, callsMade: fc.nat(3) })
  .map((changes) => getQuestion(changes));

interface Case {
  rules: JsonObject[][];
  lists: { allow?: string[]; deny: string[] };
  operator: { autoApprove: string[]; unlocked: string[] };
}
const anyCase = fc.record({
  rules: fc.array(policy, { maxLength: 3 }),
  lists,
  operator,
}) as fc.Arbitrary<Case>;
const getRules = ({ rules, lists, operator }: Case): Partial<Rules> => ({
  policies: rules.map((each) => createPolicy(each)),
  lists,
  operator,
  maxToolCalls: 3,
});

/** Reach of an effect. */
const order = { deny: 0, confirm: 1, allow: 2 };

describe('decisions under any rules', () => {
  test('a deny anywhere is never overruled', () => {
    let denied = 0;
    fc.assert(
      fc.property(anyCase, question, fc.integer({ min: 0, max: 3 }), (any, asked, where) => {
        const name = names.tools.get(asked.tool)?.spec ?? asked.tool;
        const deny = { effect: 'deny', action: 'tool.call', selector: { tool: name } };
        const at = Math.min(where, any.rules.length);
        const rules = where === 3 ? any.rules : any.rules.toSpliced(at, 0, [deny]);
        const denies = where === 3 ? [...any.lists.deny, name] : any.lists.deny;
        const decision = decideCall(
          createRulebook(getRules({ ...any, rules, lists: { ...any.lists, deny: denies } })),
          asked,
        );
        expect(decision.effect).toBe('deny');
        expect(decision.code).toBeDefined();
        denied++;
      }),
      { numRuns: 1_000 },
    );
    expect(denied).toBeGreaterThan(900);
  });

  test('adding a policy never widens what is allowed', () => {
    const seen = { deny: 0, confirm: 0, allow: 0 };
    fc.assert(
      fc.property(anyCase, policy, question, fc.nat(3), (any, added, asked, where) => {
        const before = decideCall(createRulebook(getRules(any)), asked);
        const rules = any.rules.toSpliced(where, 0, added);
        const after = decideCall(createRulebook(getRules({ ...any, rules })), asked);
        expect(order[after.effect]).toBeLessThanOrEqual(order[before.effect]);
        seen[before.effect]++;
      }),
      { numRuns: 1_000 },
    );
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(10);
  });

  test('decides by the stricter of pinned and present rules', () => {
    const seen = { narrowed: 0, kept: 0 };
    fc.assert(
      fc.property(anyCase, anyCase, question, (begun, present, asked) => {
        const now = getRules(present);
        const both = createRulebook({
          ...getRules(begun),
          present: {
            lists: now.lists,
            policies: now.policies ?? [],
            operator: now.operator ?? { autoApprove: [], unlocked: [] },
          },
        });
        const [before, after] = [createRulebook(getRules(begun)), createRulebook(now)].map(
          (book) => order[decideCall(book, asked).effect],
        );
        const decided = decideCall(both, asked);
        const least = Math.min(before ?? 0, after ?? 0);
        expect(order[decided.effect]).toBe(least);
        const isNarrowed = least < (before ?? 0);
        if (isNarrowed) expect(decided.rules.some((rule) => rule.present === true)).toBe(true);
        seen[isNarrowed ? 'narrowed' : 'kept']++;
      }),
      { numRuns: 1_000 },
    );
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(50);
  });

  test('every decision names its rules and a code unless allowed', () => {
    fc.assert(
      fc.property(anyCase, question, (any, asked) => {
        const { effect, code, rules } = decideCall(createRulebook(getRules(any)), asked);
        expect(rules.length).toBeGreaterThan(0);
        for (const each of rules) expect(each.effect).toBe(effect);
        expect(code === undefined).toBe(effect === 'allow');
      }),
      { numRuns: 500 },
    );
  });

  test('a cached rulebook decides like a new one', () => {
    fc.assert(
      fc.property(anyCase, fc.array(question, { minLength: 2, maxLength: 8 }), (any, asked) => {
        const used = createRulebook(getRules(any));
        for (const each of asked)
          expect(decideCall(used, each)).toEqual(decideCall(createRulebook(getRules(any)), each));
      }),
      { numRuns: 200 },
    );
  });
});
