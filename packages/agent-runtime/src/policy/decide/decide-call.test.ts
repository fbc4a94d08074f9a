import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { compilePolicy, PolicySpecError } from '../policies/compiled-policy.ts';
import { knownRisk, riskLevels, riskOfUnknown } from '../risk/risk-levels.ts';
import { createPolicy, createRulebook, getQuestion } from '../testing/rulebooks.ts';
import { decideCall, decideModel } from './decide-call.ts';
import type { Rules } from './rulebook.ts';

/** Returns effect, code and the deciding rules. */
const decided = (rules: Partial<Rules>, question: Parameters<typeof getQuestion>[0] = {}) => {
  const { effect, code, rules: by } = decideCall(createRulebook(rules), getQuestion(question));
  return [effect, code, by.map(({ layer, rule }) => `${layer} ${rule}`).join(', ')];
};
const ruled = (...rules: JsonObject[]) => ({ policies: [createPolicy(rules)] });
const call = (effect: string, selector: JsonObject = {}, conditions: JsonObject = {}) => ({
  effect,
  action: 'tool.call',
  selector,
  conditions,
});

describe('lists', () => {
  test('deny wins over allow, and an empty allow allows nothing', () => {
    expect(decided({ lists: { allow: ['read_file'], deny: ['grep', 'read_file'] } })).toEqual([
      'deny',
      'tool_denied',
      'definition tools.deny[1]',
    ]);
    expect(decided({ lists: { allow: [], deny: [] } })).toEqual([
      'deny',
      'tool_not_allowed',
      'definition tools.allow',
    ]);
    expect(decided({ lists: { deny: ['write_file'] } })).toEqual([
      'allow',
      undefined,
      'definition tools, operator autoApprove',
    ]);
    expect(decided({ lists: { allow: ['grep', 'read*'], deny: [] } })[2]).toContain(
      'definition tools.allow[1]',
    );
  });
});

describe('policies', () => {
  test('a policy denies what it does not allow', () => {
    expect(decided(ruled(call('allow'), call('deny', { tool: 'read_file' })))).toEqual([
      'deny',
      'denied_by_policy',
      'policy spec.rules[1]',
    ]);
    expect(decided(ruled(call('allow', { tool: 'write_file' })))).toEqual([
      'deny',
      'not_allowed_by_policy',
      'policy spec.rules',
    ]);
    expect(decided(ruled(call('deny', { tool: 'write_file' })))[0]).toBe('allow');
    expect(decided(ruled({ effect: 'allow', action: 'model.use' }))[0]).toBe('allow');
    const both = [
      createPolicy([call('allow')], 'wide'),
      createPolicy([call('allow', { tool: 'home.*' })], 'narrow'),
    ];
    expect(decideCall(createRulebook({ policies: both }), getQuestion()).rules).toMatchObject([
      { effect: 'deny', policy: { name: 'narrow', version: '1.0.0', sha256: 'd'.repeat(64) } },
    ]);
  });

  test('no spelling evades a policy’s deny', () => {
    for (const tool of ['write_file', 'write-file', 'WriteFile', 'WRITE FILE', 'ｗrite_file', 'write*', '*'])
      expect([tool, ...decided(ruled(call('deny', { tool })), { tool: 'write_file' })].slice(0, 3)).toEqual([
        tool,
        'deny',
        'denied_by_policy',
      ]);
    for (const tool of ['cat', 'read-file', 'Read.File']) {
      expect([tool, decided(ruled(call('deny', { tool })))[0]]).toEqual([tool, 'deny']);
      expect([tool, decided(ruled(call('deny', { tool })), { tool: 'mcp.files.read_file' })[0]]).toEqual([
        tool,
        'deny',
      ]);
      // An allow matches the tool itself by an exact name, and no server's tool.
      const allows = tool === 'Read.File' ? 'deny' : 'allow';
      expect([tool, decided(ruled(call('allow', { tool })))[0]]).toEqual([tool, allows]);
      expect([tool, decided(ruled(call('allow', { tool })), { tool: 'mcp.files.read_file' })[0]]).toEqual([
        tool,
        'deny',
      ]);
    }
  });

  test('a selector holds for named agents and providers', () => {
    const by = (selector: JsonObject) => decided(ruled(call('deny', selector)))[0];
    expect([
      by({ agent: 'careful' }),
      by({ agent: 'care*' }),
      by({ agent: 'Careful' }),
      by({ agent: 'carefully' }),
    ]).toEqual(['deny', 'deny', 'allow', 'allow']);
    expect([by({ modelProvider: 'emulator' }), by({ modelProvider: 'other' })]).toEqual(['deny', 'allow']);
    expect(by({ agent: 'careful', tool: 'write_file' })).toBe('allow');
  });

  test('a timed rule has a window and needs a clock', () => {
    const at = (effect: string, time: string, conditions: JsonObject) =>
      decided(ruled(call(effect, {}, conditions)), { time })[0];
    const hours = { notBefore: '2026-05-01T10:00:00+02:00', notAfter: '2026-05-01T09:00:00Z' };
    const times = [
      '2026-05-01T07:59:59.999Z',
      '2026-05-01T08:00:00.000Z',
      '2026-05-01T09:00:00.000Z',
      '2026-05-01T09:00:00.001Z',
      'never',
    ];
    expect(times.map((time) => at('allow', time, hours))).toEqual(['deny', 'allow', 'allow', 'deny', 'deny']);
    expect(times.map((time) => at('deny', time, hours))).toEqual(['allow', 'deny', 'deny', 'allow', 'deny']);
  });

  test('a permission with approval confirms, never weakens a deny', () => {
    for (const approval of ['required', 'optional'])
      expect(decided(ruled(call('allow', {}, { approval })))).toEqual([
        'confirm',
        'needs_approval',
        'policy spec.rules[0]',
      ]);
    expect(decided(ruled(call('allow', {}, { approval: 'required' }), call('deny')))[0]).toBe('deny');
    expect(decided(ruled(call('deny', {}, { approval: 'optional' })))[0]).toBe('deny');
  });

  test('an unknown member or condition invalidates a policy', () => {
    for (const rule of [
      { ...call('allow'), selectr: { tool: 'x' } },
      call('allow', { tol: 'x' }),
      call('allow', {}, { whenever: 'true' }),
      call('allow', {}, { when: 'tol == "x"' }),
      call('allow', {}, { approval: 'maybe' }),
      call('allow', {}, { notBefore: 'tomorrow' }),
      call('permit'),
      { effect: 'allow', action: 'tool.use' },
    ])
      expect(() => createPolicy([rule])).toThrow(PolicySpecError);
    expect(() => createPolicy([])).toThrow(/spec\.rules/);
    const pinned = { name: 'p', version: '1.0.0', sha256: 'e'.repeat(64) };
    expect(() => compilePolicy({ ...pinned, spec: {} })).toThrow(PolicySpecError);
    expect(
      createPolicy([call('allow')], 'p', { redaction: { enabled: true, patterns: ['x'] } }).rules,
    ).toHaveLength(1);
  });

  test('a model is used where no policy denies its provider', () => {
    const asked = (rules: JsonObject[], provider = 'emulator') =>
      decideModel(createRulebook({ policies: [createPolicy(rules)] }), getQuestion({ provider })).effect;
    const model = (effect: string, modelProvider: string) => ({
      effect,
      action: 'model.use',
      selector: { modelProvider },
    });
    expect(asked([call('deny')])).toBe('allow');
    expect(asked([model('deny', 'emulator')])).toBe('deny');
    expect(asked([model('allow', 'other')])).toBe('deny');
    expect(asked([model('allow', 'other')], 'other')).toBe('allow');
  });
});

describe('risks', () => {
  test('every native tool has its level, unknown tools are medium', () => {
    const table = {
      safe: [
        'read_file',
        'read_many_files',
        'grep',
        'glob',
        'todo_write',
        'bash_output',
        'bash_stop',
        'home.read',
      ],
      low: ['write_file', 'edit_file', 'apply_patch', 'home.say', 'home.request'],
      medium: ['bash', 'git_commit'],
      high: ['delete_file'],
      critical: ['bash_sudo', 'system_shutdown'],
    };
    for (const [level, tools] of Object.entries(table))
      for (const tool of tools) expect([tool, knownRisk(tool)]).toEqual([tool, level]);
    for (const other of ['', 'toString', '__proto__', 'mcp.a.bash', 'Bash'])
      expect(knownRisk(other)).toBeUndefined();
    expect(riskOfUnknown).toBe('medium');
  });

  test('only what the operator approved beforehand is done unasked', () => {
    const effects = (autoApprove: string[], tool = 'write_file') =>
      riskLevels.map((risk) => decided({ operator: { autoApprove, unlocked: [] } }, { risk, tool })[0]);
    expect(effects(['safe'])).toEqual(['allow', 'confirm', 'confirm', 'confirm', 'deny']);
    expect(effects(['safe', 'high'])).toEqual(['allow', 'confirm', 'confirm', 'allow', 'deny']);
    expect(effects(['home.*'])).toEqual(['confirm', 'confirm', 'confirm', 'confirm', 'deny']);
    expect(effects(['home.*'], 'home.say')).toEqual(['allow', 'allow', 'allow', 'allow', 'deny']);
    expect(effects([])).toEqual(['confirm', 'confirm', 'confirm', 'confirm', 'deny']);
    // A tool has the name of a level, but the entry means the level.
    expect(effects(['low'], 'low')).toEqual(['confirm', 'allow', 'confirm', 'confirm', 'deny']);
  });

  test('text of others makes calls above safe need approval', () => {
    const effects = (tool: string) => riskLevels.map((risk) => decided({}, { tainted: true, tool, risk }));
    expect(effects('write_file').map(([effect]) => effect)).toEqual([
      'allow',
      'confirm',
      'confirm',
      'confirm',
      'deny',
    ]);
    expect(effects('write_file')[1]).toEqual(['confirm', 'needs_approval', 'operator tainted']);
    expect(effects('home.say').map(([effect]) => effect)).toEqual([
      'allow',
      'allow',
      'allow',
      'allow',
      'deny',
    ]);
    expect(effects('mcp.home.say').map(([effect]) => effect)[1]).toBe('confirm');
  });

  test('an unlocked critical tool is confirmed, else denied', () => {
    const question = { tool: 'system_shutdown', risk: 'critical' } as const;
    const autoApprove = ['critical', 'system_shutdown', '*'];
    expect(decided({ operator: { autoApprove, unlocked: [] } }, question)).toEqual([
      'deny',
      'tool_locked',
      'operator unlock',
    ]);
    expect(decided({ operator: { autoApprove, unlocked: ['system_shutdown'] } }, question)).toEqual([
      'confirm',
      'needs_approval',
      'operator unlock',
    ]);
  });

  test('no call is allowed beyond the most of a run', () => {
    expect(decided({ maxToolCalls: 2 }, { callsMade: 1 })[0]).toBe('allow');
    for (const callsMade of [2, 3, Number.NaN])
      expect(decided({ maxToolCalls: 2 }, { callsMade }).slice(0, 2)).toEqual([
        'deny',
        'too_many_tool_calls',
      ]);
    expect(decided({ maxToolCalls: 0 })[0]).toBe('deny');
  });
});
