import { expect, test } from 'vitest';
import { playRun } from '../testing/play-run.ts';

/** Server `github` is unavailable, and `git` has a tool with the same letters. */
const tools = [{ name: 'mcp.git.hub_get_issue', source: 'mcp' as const, side_effects: true }];
const servers = ['git', 'github'];
const policies = [
  {
    name: 'house',
    version: '1.0.0',
    sha256: 'd'.repeat(64),
    spec: { rules: [{ effect: 'allow', action: 'tool.call', selector: { tool: 'mcp.github.get_issue' } }] },
  },
];
const said = ({ state }: ReturnType<typeof playRun>) =>
  state.transcript.findLast(({ role }) => role === 'tool')?.content ?? '';
const codes = ({ records }: ReturnType<typeof playRun>) =>
  records.flatMap(({ type, data }) => {
    const { error } = (data.result ?? {}) as { error?: { code: string } };
    return type === 'kairo.tool.result' ? [error?.code ?? 'ok'] : [];
  });
const calling = (...names: string[]) => [
  { calls: names.map((name, at) => ({ id: `c${at}`, name, arguments: { number: 7 } })) },
  { content: 'over' },
];

test('calls no tool of another server for an absent one', () => {
  const written = [
    'mcp.github.get_issue',
    'mcp__github__get_issue',
    'mcp.GitHub.getIssue',
    'mcp github get issue',
  ];
  for (const started of [
    { servers, lists: { allow: ['mcp.github.get_issue'], deny: [] } },
    { servers, policies },
    { servers, operator: { auto_approve: ['mcp.github.get_issue'], unlocked: [] } },
  ]) {
    const played = playRun({ tools, started, answers: calling(...written) });
    expect(played.invoked).toEqual([]);
    expect(codes(played)).toEqual(written.map(() => 'tool_unavailable'));
    expect(said(played)).toContain('is not available');
    // The tool's own name resolves to it, but none of these rules allows it.
    const own = playRun({ tools, started, answers: calling('mcp__git__hub_get_issue') });
    expect(own.invoked).toEqual([]);
    expect(own.records.find(({ type }) => type === 'policy.decided')?.data).not.toMatchObject({
      effect: 'allow',
      action: 'tool.call',
    });
  }
});

test('repairs no name of an absent server', () => {
  const repair = {
    names: true,
    arguments: false,
    unfit: false,
    provider: 'emulator',
    model: 'mender',
    context_window: 8_192,
    max_candidates: 8,
    max_schema_bytes: 8_000,
    max_tools: 200,
    max_attempts: 1,
  };
  const { invoked, requests } = playRun({
    tools,
    started: { servers, repair },
    answers: calling('mcp.github.get_issue'),
  });
  expect([invoked, requests.length]).toEqual([[], 2]);
});
