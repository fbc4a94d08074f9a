import { describe, expect, test } from 'vitest';
import type { PinnedTool, PresentRules } from '../run-log/index.ts';
import { says } from '../testing/people.ts';
import { createTool, getStart, type Played, playRun, playTime } from '../testing/play-run.ts';
import { getMember, handoffsTo } from '../testing/teams.ts';
import type { Effect } from './effect.ts';

const tools: Partial<PinnedTool>[] = [
  { name: 'read_file' },
  { name: 'bash', risk: 'medium', side_effects: true, idempotent: false },
  { name: 'say', risk: 'medium', side_effects: true, prepares: true },
];
const pinnedTools = tools.map((tool) => createTool(tool));
const permissive = { auto_approve: ['safe', 'low', 'medium', 'high'], unlocked: [] };
const { limits } = getStart();
const rules = (changes: Partial<PresentRules['agents'][number]> = {}, agent = 'careful'): PresentRules => ({
  operator: permissive,
  agents: [{ agent, lists: { deny: [] }, policies: [], limits, ...changes }],
});
const denied = rules({ lists: { deny: ['bash', 'say'] } });
const denyingPolicy = rules({
  policies: [
    {
      name: 'tight',
      version: '2.0.0',
      sha256: 'e'.repeat(64),
      spec: { rules: [{ effect: 'deny', action: 'tool.call', selector: { tool: 'bash' } }] },
    },
  ],
});
const asking: PresentRules = { ...rules(), operator: { auto_approve: ['safe'], unlocked: [] } };
const calls = (...names: string[]) => ({ calls: names.map((name, at) => ({ id: `c${at}`, name })) });

/** Plays a process that dies once, just before a call; the next process resumes the run by these rules. */
function dying(present: PresentRules | undefined, kind: Effect['kind'] = 'call') {
  let isAlive = true;
  return (effect: Effect) => {
    if (effect.kind !== kind || !isAlive) return undefined;
    isAlive = false;
    const data = { reason: 'it died', ...(present === undefined ? {} : { present }) };
    return { type: 'run.resumed' as const, time: playTime, data };
  };
}
const codes = ({ records }: Played) =>
  records.flatMap(({ type, data }) => {
    const { error } = (data.result ?? {}) as { error?: { code: string } };
    return type === 'kairo.tool.result' ? [error?.code ?? 'ok'] : [];
  });
const lastDecision = ({ records }: Played) =>
  records.findLast(({ type, data }) => type === 'policy.decided' && data.action === 'tool.call')?.data;

describe('a run that is resumed', () => {
  test('withdraws a call in progress that present rules deny', () => {
    const answers = () => [calls('bash', 'read_file'), { content: 'over' }];
    for (const present of [denied, denyingPolicy, asking]) {
      const played = playRun({ tools, answers: answers(), interrupt: dying(present) });
      expect(played.invoked).toEqual(['read_file']);
      expect(codes(played)[0]).toMatch(/^(tool_denied|denied_by_policy|needs_approval)$/);
    }
    expect(playRun({ tools, answers: answers(), interrupt: dying(rules()) }).invoked).toEqual([
      'bash',
      'read_file',
    ]);
  });

  test('refuses or confirms a call that was being prepared', () => {
    const answers = () => [calls('say'), { content: 'over' }];
    const refused = playRun({ tools, answers: answers(), interrupt: dying(denied, 'prepare') });
    expect([refused.invoked, codes(refused), refused.state.ended?.answer]).toEqual([
      [],
      ['tool_denied'],
      'over',
    ]);
    const operator = { ...permissive, approval_expires_ms: 3_600_000 };
    const confirmed = playRun({
      tools,
      answers: answers(),
      started: { operator },
      present: asking,
      interrupt: dying(asking, 'prepare'),
      people: [says('approve')],
    });
    expect([confirmed.invoked, codes(confirmed)]).toEqual([['say'], ['ok']]);
  });

  test('denies a queued call behind an approved one', () => {
    const started = {
      operator: { ...permissive, auto_approve: ['medium'], approval_expires_ms: 3_600_000 },
    };
    const play = (present?: PresentRules) =>
      playRun({
        tools,
        started,
        people: [says('approve')],
        answers: [calls('read_file', 'bash'), { content: 'over' }],
        ...(present === undefined ? {} : { present }),
      });
    expect(play().invoked).toEqual(['read_file', 'bash']);
    const narrowed = play(denied);
    expect([narrowed.invoked, codes(narrowed)]).toEqual([['read_file'], ['ok', 'tool_denied']]);
    expect(lastDecision(narrowed)?.rules).toEqual([
      { layer: 'definition', rule: 'tools.deny[0]', effect: 'deny', present: true },
    ]);
  });

  test('decides again on a call settled as not done', () => {
    const play = (present?: PresentRules) => {
      let isFirst = true;
      return playRun({
        tools,
        people: [says('not_done')],
        answers: [calls('bash'), { content: 'over' }],
        started: { operator: { ...permissive, approval_expires_ms: 3_600_000 } },
        ...(present === undefined ? {} : { present }),
        interrupt: ({ kind }, { waiting }) => {
          if (kind !== 'call' || !isFirst || waiting.for !== 'outcome') return undefined;
          isFirst = false;
          const data = { tool_call_id: waiting.call.callId, reason: 'its process died' };
          return { type: 'call.unsettled', time: playTime, data };
        },
      });
    };
    expect(play().invoked).toEqual(['bash']);
    const refused = play(denied);
    expect([refused.invoked, codes(refused)]).toEqual([[], ['tool_denied']]);
  });

  test('binds agents of nodes by present denies of the workflow', () => {
    const graph = {
      entry: 'work',
      nodes: [{ name: 'work', agent: 'second' }],
      edges: [{ from: 'work', to: 'END' }],
    };
    const play = (present: PresentRules) =>
      playRun({
        started: { graph },
        team: { second: getMember('second', { tools: pinnedTools }) },
        answers: [calls('bash'), { content: 'over' }],
        interrupt: dying(present, 'open_leg'),
      });
    expect(play(rules()).invoked).toEqual(['bash']);
    expect([play(denied).invoked, codes(play(denied))]).toEqual([[], ['tool_denied']]);
  });

  test('binds later agents by present denies of the first', () => {
    const handing = handoffsTo('second');
    const second = getMember('second', { tools: pinnedTools });
    const played = playRun({
      tools: [...tools, ...handing.tools],
      started: { handoffs: handing.handoffs },
      team: { second },
      answers: [
        calls('read_file'),
        { calls: [{ name: 'handoff_to_second', arguments: { reason: 'go on' } }] },
        calls('bash'),
        { content: 'over' },
      ],
      interrupt: dying(denied),
    });
    expect(played.invoked).not.toContain('bash');
    expect(lastDecision(played)?.rules).toEqual([
      { layer: 'definition', rule: 'tools.deny[0]', effect: 'deny', agent: 'careful', present: true },
    ]);
  });

  test('refuses a pending handoff that present rules deny', () => {
    const handing = handoffsTo('second');
    const played = playRun({
      tools: [...tools, ...handing.tools],
      started: { handoffs: handing.handoffs },
      team: { second: getMember('second') },
      answers: [
        { calls: [{ name: 'handoff_to_second', arguments: { reason: 'go on' } }] },
        { content: 'alone' },
      ],
      interrupt: dying(rules({ lists: { deny: ['handoff_to_second'] } }), 'open_leg'),
    });
    expect([played.state.ended?.answer, codes(played)]).toEqual(['alone', ['tool_denied']]);
  });

  test('ignores loosened rules and applies smaller limits', () => {
    const started = { operator: { auto_approve: ['safe'], unlocked: [] }, lists: { deny: ['say'] } };
    const loosened = playRun({
      tools,
      started,
      interrupt: dying(rules()),
      answers: [calls('read_file', 'bash', 'say'), { content: 'over' }],
    });
    expect(loosened.invoked).toEqual(['read_file']);
    const limited = playRun({
      tools,
      interrupt: dying(rules({ limits: { ...limits, max_tool_calls: 1 } })),
      answers: [calls('read_file', 'bash'), { content: 'over' }],
    });
    expect([limited.invoked, limited.state.ended?.code]).toEqual([['read_file'], 'too_many_tool_calls']);
  });
});
