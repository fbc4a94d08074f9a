import { describe, expect, test } from 'vitest';
import { createTool, playRun } from '../testing/play-run.ts';
import { getMember, handoffsTo } from '../testing/teams.ts';

const handing = (to: string, payload: object = { reason: 'it is yours' }) => ({
  calls: [{ name: `handoff_to_${to}`, arguments: payload }],
});
const analyst = { agent: 'analyst', ...handoffsTo('fixer') };
const fixer = getMember('fixer', handoffsTo('reviewer'));

test('redacts passed payloads by the sender’s policies', () => {
  const rules = [{ effect: 'allow', action: 'model.use' }];
  const spec = { rules, redaction: { enabled: true, patterns: ['card \\d+'] } };
  const policy = { name: 'quiet', version: '1.0.0', sha256: 'c'.repeat(64), spec };
  const { requests } = playRun({
    started: analyst,
    team: { fixer: getMember('fixer', { policies: [policy] }) },
    answers: [handing('fixer', { reason: 'card 4711 is lost' }), { content: 'Noted.' }],
  });
  expect(requests[1]?.messages[0]?.content).toContain('[redacted] is lost');
  expect(JSON.stringify(requests[1])).not.toContain('4711');
});

describe('inheritance along the chain', () => {
  test('no later agent calls a denied tool', () => {
    const bash = createTool({ name: 'bash', aliases: ['shell'] });
    const { invoked, requests, records } = playRun({
      started: { ...analyst, lists: { deny: ['shell', 'Bash'] }, tools: [...analyst.tools, bash] },
      team: {
        fixer: getMember('fixer', { handoffs: fixer.handoffs ?? [], tools: [...fixer.tools, bash] }),
        reviewer: getMember('reviewer', { lists: { allow: ['bash'], deny: [] }, tools: [bash] }),
      },
      answers: [handing('fixer'), handing('reviewer'), { calls: [{ name: 'bash' }] }, { content: 'No.' }],
    });
    expect(invoked).toEqual([]);
    expect(requests[2]?.tools).toEqual([]);
    const decided = records.find(({ data }) => data.tool === 'bash' && data.action === 'tool.call');
    expect(decided?.data).toMatchObject({
      effect: 'deny',
      code: 'tool_denied',
      rules: [{ layer: 'definition', effect: 'deny', agent: 'analyst' }],
    });
  });

  test('a handoff passes no permissions on', () => {
    const tools = [createTool({ name: 'read_file' }), createTool({ name: 'write_file' })];
    const { invoked } = playRun({
      started: {
        ...analyst,
        lists: { allow: ['read_file', 'handoff_to_fixer'], deny: [] },
        tools: [...analyst.tools, ...tools],
      },
      team: { fixer: getMember('fixer', { lists: { allow: ['write_file'], deny: [] }, tools }) },
      answers: [
        handing('fixer'),
        { calls: [{ name: 'write_file' }, { name: 'read_file', id: 'other' }] },
        { content: 'Done.' },
      ],
    });
    expect(invoked).toEqual(['write_file']);
  });

  test('a chain stays within its first agent’s limits', () => {
    const limits = { max_tokens: 400, max_tool_calls: 2, timeout_ms: 9_000, max_rounds: 9, max_cost: 1 };
    const model = {
      provider: 'emulator',
      name: 'small',
      params: {},
      context_window: 8_192,
      reserved_output: 1_024,
      price: { input: 1_000, output: 1_000 },
    };
    const generous = getMember('fixer', {
      limits: { ...limits, max_tokens: 10_000, max_tool_calls: 9, max_cost: 9 },
      model,
    });
    const { state } = playRun({
      started: { ...analyst, limits, model },
      team: { fixer: generous },
      answers: [
        { ...handing('fixer'), tokens: 100 },
        { calls: [{ name: 'read_file' }, { name: 'read_file', id: 'b' }], tokens: 50 },
      ],
    });
    expect(state.started.limits).toMatchObject({ max_tokens: 200, max_tool_calls: 1, max_rounds: 8 });
    expect(state.ended?.code).toBe('too_many_tool_calls');
  });
});
