import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OpenTerminal } from '../../../support/open-terminal.ts';
import { agentFile } from '../support/agent-file.ts';
import { expectInOrder, openAccepted } from './support/accepted-project.ts';

const adding = (then: string) => `
rules:
  - when: { after: { tool: mcp__everything__get-sum } }
    answer: ${then}
  - when: { user: bug }
    answer: { calls: [{ tool: mcp__everything__get-sum, arguments: { a: 17, b: 25 } }] }
`;

const team = `
rules:
  - when: { system: You are code-fixer, after: { tool: mcp__files__write_file } }
    answer: { calls: [{ tool: handoff_to_code-reviewer, arguments: { reason: the fix is written } }] }
  - when: { system: You are code-fixer }
    answer: { calls: [{ tool: mcp__files__write_file, arguments: { path: fix.txt, content: fixed } }] }
  - when: { system: You are code-reviewer, after: { tool: read_file } }
    answer: Approved.
  - when: { system: You are code-reviewer }
    answer: { calls: [{ tool: read_file, arguments: { path: fix.txt } }] }
  - when: { system: You are code-analyzer, after: { tool: read_file } }
    answer:
      calls: [{ tool: handoff_to_code-fixer, arguments: { reason: an off-by-one, context: { file: app.txt } } }]
  - when: { system: You are code-analyzer }
    answer: { calls: [{ tool: read_file, arguments: { path: app.txt } }] }
`;
const teamFiles = {
  'app.txt': 'a bug',
  'agents/code-analyzer.md': agentFile(
    'code-analyzer',
    'tools: { allow: [read_file] }',
    'handoffs: [{ to: code-fixer }]',
  ),
  'agents/code-fixer.md': agentFile(
    'code-fixer',
    'tools: { allow: [mcp.files.write_file] }',
    'mcp: { servers: [files] }',
    'handoffs: [{ to: code-reviewer }]',
  ),
  'agents/code-reviewer.md': agentFile('code-reviewer', 'tools: { allow: [read_file] }'),
};

const judging = `
rules:
  - when: { system: violates its required form }
    answer: '{"reason":"the sum is right","confidence":0.9}'
  - when: { after: { tool: mcp__everything__get-sum } }
    answer: '{"confidence":"very sure"}'
  - when: { user: judge }
    answer: { calls: [{ tool: mcp__everything__get-sum, arguments: { a: 17, b: 25 } }] }
`;

/** Approves the call, because the fixer's server declares it destructive. */
async function approve(terminal: OpenTerminal): Promise<void> {
  await terminal.shows(/code-fixer wants to call mcp\.files\.write_file [\s\S]*yes, no/);
  terminal.type('yes\r');
}

describe('acceptance of several agents', () => {
  test('S3-82: a prompt about a bug is routed visibly', async () => {
    const { shownBy, asked, emulator } = await openAccepted(adding('It is an off-by-one.'), {
      'agents/debug-analyzer.md': agentFile(
        'debug-analyzer',
        'triggers: [{ intent: debug, keywords: [bug], priority: 5 }]',
        'mcp: { servers: [everything] }',
      ),
      'agents/writer.md': agentFile('writer', 'triggers: [{ intent: write, keywords: [documentation] }]'),
    });
    const { code, shown } = await shownBy('ask', 'There is a bug in the sum.', '--verbose');
    expect(code).toBe(0);
    expectInOrder(shown, [
      /^Auto-routing to: debug-analyzer \(matched: bug\)$/m,
      /^debug-analyzer \(The debug-analyzer\)/m,
      /✔ mcp\.everything\.get-sum .*allowed/,
      /It is an off-by-one\./,
    ]);
    expect(asked('You are debug-analyzer').length).toBe(emulator.journal().length);
    expect(JSON.stringify(asked('You are debug-analyzer').at(-1)?.messages)).toContain('42');
  });

  test('S3-92: three agents analyse, fix and review by handoffs', async () => {
    const { talk, asked, folder } = await openAccepted(team, teamFiles);
    const terminal = talk('agents', 'run', 'code-analyzer', '-p', 'Fix the bug.', '--verbose');
    await approve(terminal);
    expect(await terminal.ended).toBe(0);
    expectInOrder(terminal.shown(), [
      /^code-analyzer \(The code-analyzer\)/m,
      /✔ read_file \(safe\) allowed/,
      /✔ handoff_to_code-fixer /,
      /code-analyzer hands over to code-fixer: an off-by-one/,
      /passes \{"reason":"an off-by-one","context":\{"file":"app.txt"\}\}/,
      /^code-fixer \(The code-fixer\) continues the run$/m,
      /code-fixer wants to call mcp\.files\.write_file \(high\)/,
      /→ mcp\.files\.write_file ok /,
      /✔ handoff_to_code-reviewer /,
      /code-fixer hands over to code-reviewer: the fix is written/,
      /^code-reviewer \(The code-reviewer\) continues the run$/m,
      /Approved\./,
    ]);
    expect(await readFile(join(folder, 'fix.txt'), 'utf8')).toBe('fixed');
    for (const name of ['code-fixer', 'code-reviewer'])
      expect(JSON.stringify(asked(`You are ${name}`))).not.toContain('Fix the bug.');
  });

  test('S3-99: schema errors are shown, repaired and passed', async () => {
    const { shownBy } = await openAccepted(judging, {
      'agents/judge.md': agentFile(
        'judge',
        'mcp: { servers: [everything] }',
        'guardrails:',
        '  - name: verdict',
        '    policy: repair',
        '    schema:',
        '      type: object',
        '      required: [reason, confidence]',
        '      properties:',
        '        reason: { type: string }',
        '        confidence: { type: number, minimum: 0, maximum: 1 }',
      ),
    });
    const { code, shown } = await shownBy(
      'agents',
      'run',
      'judge',
      '-p',
      'Please judge the sum.',
      '--verbose',
    );
    expect(code).toBe(0);
    expectInOrder(shown, [
      /✔ mcp\.everything\.get-sum .*allowed/,
      /✘ the answer does not pass the guardrail verdict \(repair\)/,
      /missing_required path=reason expected=present/,
      /type path=confidence expected=number/,
      /○ a repair is requested from emulator\/small/,
      /✔ the repaired answer passes the guardrail verdict/,
      /\{"reason":"the sum is right","confidence":0\.9\}/,
    ]);
    expect(shown).not.toContain('very sure');
  });

  test('S3-121: models, tools and handoffs are traced and exported', async () => {
    const { talk, shownBy, runs } = await openAccepted(team, teamFiles);
    const terminal = talk('agents', 'run', 'code-analyzer', '-p', 'Fix the bug.', '--trace');
    await approve(terminal);
    expect(await terminal.ended).toBe(0);
    expectInOrder(terminal.shown(), [
      /^trace llm small: .*\(code-analyzer, /m,
      /^trace handoff code-analyzer to code-fixer/m,
      /^trace tool mcp\.files\.write_file: .*\(code-fixer, /m,
      /^trace handoff code-fixer to code-reviewer/m,
      /^trace llm small: .*\(code-reviewer, /m,
    ]);
    const [run] = await runs();
    const words = ['agents', 'trace', 'export', '--session', run?.session_id ?? '', '--events'];
    const exported = await shownBy(...words, '--format', 'json');
    expect(exported.code).toBe(0);
    const { events } = JSON.parse(exported.shown) as {
      events: { type: string; agentName: string; data: object }[];
    };
    const first = (type: string, agent: string) =>
      events.find((event) => event.type === type && event.agentName === agent);
    expect(first('llm', 'code-reviewer')).toMatchObject({
      timestamp: expect.anything(),
      data: {
        model: expect.stringContaining('small'),
        prompt: expect.anything(),
        response: expect.anything(),
        tokens: { input: expect.any(Number), output: expect.any(Number) },
        latency_ms: expect.any(Number),
      },
    });
    expect(first('tool', 'code-fixer')).toMatchObject({
      data: {
        toolName: 'mcp.files.write_file',
        input: { path: 'fix.txt', content: 'fixed' },
        output: expect.anything(),
        latency_ms: expect.any(Number),
      },
    });
    expect(first('handoff', 'code-analyzer')).toMatchObject({
      data: {
        from: 'code-analyzer',
        to: 'code-fixer',
        reason: 'an off-by-one',
        payload: { reason: 'an off-by-one', context: { file: 'app.txt' } },
      },
    });
  });
});
