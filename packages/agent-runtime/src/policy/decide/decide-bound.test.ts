import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { createPolicy, createRulebook, getQuestion } from '../testing/rulebooks.ts';
import { type CallQuestion, decideCall, decideModel } from './decide-call.ts';

const rule = (effect: string, conditions: JsonObject, action = 'tool.call') => ({
  effect,
  action,
  conditions,
});
const decide = (rules: JsonObject[], question: Partial<CallQuestion> = {}) =>
  decideCall(createRulebook({ policies: [createPolicy(rules)] }), getQuestion(question));
const getEffect = (rules: JsonObject[], question: Partial<CallQuestion> = {}) =>
  decide(rules, question).effect;

describe('rules with conditions', () => {
  test('a rule applies if all its conditions hold', () => {
    const notes = rule('allow', { when: "arguments.path.startsWith('notes/')" });
    expect(getEffect([notes], { arguments: { path: 'notes/a.md' } })).toBe('allow');
    expect(getEffect([notes], { arguments: { path: 'other/a.md' } })).toBe('deny');
    const stranger = rule('deny', { when: "agent.id != 'ada' || origin == 'feed'" });
    expect(getEffect([stranger], { agentId: 'ada' })).toBe('allow');
    expect(getEffect([stranger])).toBe('deny');
    expect(getEffect([stranger], { agentId: 'ada', origin: 'feed' })).toBe('deny');
    const window = { hours: { from: '07:00', to: '09:00' }, timeZone: 'UTC' };
    const both = rule('deny', { timeWindow: window, when: 'tainted' });
    expect(getEffect([both], { tainted: true })).toBe('deny');
    expect(getEffect([both], { tainted: true, time: '2026-05-01T09:00:00.000Z' })).toBe('allow');
    expect(getEffect([both])).toBe('allow');
  });

  test('an undecidable condition denies and never allows', () => {
    const when = "arguments.path == 'x'";
    const denied = decide([rule('deny', { when })]);
    expect(denied).toMatchObject({
      effect: 'deny',
      code: 'denied_by_policy',
      rules: [{ rule: 'spec.rules[0]', effect: 'deny', error: 'no_such_key' }],
      condition_errors: [{ policy: { name: 'house' }, rule: 'spec.rules[0]', error: 'no_such_key' }],
    });
    expect(decide([rule('allow', { when })])).toMatchObject({
      effect: 'deny',
      code: 'not_allowed_by_policy',
      rules: [{ rule: 'spec.rules', error: 'no_such_key' }],
    });
    // Another rule allows the call: the condition that could not be evaluated had no part in it, and is
    // reported.
    const allowed = decide([rule('allow', { when }), rule('allow', {})]);
    expect(allowed.effect).toBe('allow');
    expect(allowed.rules.every(({ error }) => error === undefined)).toBe(true);
    expect(allowed.condition_errors).toMatchObject([{ rule: 'spec.rules[0]', error: 'no_such_key' }]);
    expect(decide([rule('allow', { when: 'tool' })]).condition_errors).toMatchObject([
      { error: 'wrong_type' },
    ]);
    // An expired rule cannot cause a condition error.
    expect(decide([rule('deny', { when, notAfter: '2026-01-01T00:00:00Z' })])).toMatchObject({
      effect: 'allow',
    });
    expect(
      decide([rule('deny', { when, notAfter: '2026-01-01T00:00:00Z' })]).condition_errors,
    ).toBeUndefined();
    expect(getEffect([rule('deny', { when: 'false' })], { time: 'never' })).toBe('allow');
    expect(decide([rule('deny', { notBefore: '2026-01-01T00:00:00Z' })], { time: 'never' })).toMatchObject({
      effect: 'deny',
      rules: [{ error: 'unknown_time' }],
    });
  });

  test('conditions apply to models as well', () => {
    const asked = (when: string, tainted: boolean) =>
      decideModel(
        createRulebook({ policies: [createPolicy([rule('deny', { when }, 'model.use')])] }),
        getQuestion({ tainted }),
      ).effect;
    expect(asked("provider == 'emulator' && tainted", true)).toBe('deny');
    expect(asked("provider == 'emulator' && tainted", false)).toBe('allow');
    expect(asked("action == 'tool.call'", false)).toBe('allow');
    expect(asked("arguments.path == ''", false)).toBe('deny');
  });
});

describe('data', () => {
  const reading = rule('deny', {}, 'data.read');
  const writing = rule('deny', {}, 'data.write');
  const scoped = { tool: 'mcp.git.log', dataScope: { tenant: 'north' } };

  test('a data scope makes calls reads or writes', () => {
    expect(getEffect([reading], scoped)).toBe('deny');
    expect(getEffect([writing], scoped)).toBe('allow');
    expect(getEffect([reading], { ...scoped, sideEffects: true })).toBe('allow');
    expect(getEffect([writing], { ...scoped, sideEffects: true })).toBe('deny');
    expect(getEffect([reading, writing], { tool: 'mcp.git.log' })).toBe('allow');
    expect(decide([reading], scoped).rules).toMatchObject([{ action: 'data.read', rule: 'spec.rules[0]' }]);
    const north = rule('allow', { when: "scope.tenant == 'north'" }, 'data.read');
    expect(getEffect([north], scoped)).toBe('allow');
    expect(getEffect([north], { ...scoped, dataScope: { tenant: 'south' } })).toBe('deny');
    // Permission to call is no permission to read: each action is decided separately.
    expect(getEffect([rule('allow', {}), rule('allow', { when: 'false' }, 'data.read')], scoped)).toBe(
      'deny',
    );
    expect(getEffect([rule('allow', {}, 'data.read'), rule('deny', {})], scoped)).toBe('deny');
  });

  test('home tools are data, a server’s namesakes are not', () => {
    expect(getEffect([reading], { tool: 'home.read' })).toBe('deny');
    expect(getEffect([writing], { tool: 'home.say', sideEffects: true })).toBe('deny');
    expect(getEffect([writing], { tool: 'home.read' })).toBe('allow');
    expect(getEffect([reading, writing], { tool: 'mcp.home.read' })).toBe('allow');
    const approved = rule('allow', { approval: 'required' }, 'data.write');
    expect(getEffect([approved], { tool: 'home.say', sideEffects: true })).toBe('confirm');
  });
});
