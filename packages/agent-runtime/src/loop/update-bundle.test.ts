import { expect, test } from 'vitest';
import { policySha256 } from '../definition/index.ts';
import { replayLog } from '../replay/replay-log.ts';
import type { PinnedBundle, PolicyDecided, RunRecord } from '../run-log/index.ts';
import { runConversation } from '../run-log/index.ts';
import { type Play, playRun, playTime } from '../testing/play-run.ts';

const identity = { agent_id: 'ada', home: 'http://home', card_sha256: 'c'.repeat(64), key_id: 'key' };

function bundle(version: number, rules: object[], more: { limits?: object } = {}): PinnedBundle {
  const spec = { rules, ...more } as never;
  const policy = { name: `rules-${version}`, version: '1.0.0', sha256: policySha256({ spec }), spec };
  return {
    version,
    sha256: String(version).repeat(64).slice(0, 64),
    policies: [{ ...policy, bound_by: 'owner' }],
  };
}

const deny = (tool: string, more: object = {}) => ({
  effect: 'deny',
  action: 'tool.call',
  selector: { tool, ...more },
});
const read = { calls: [{ name: 'read_file', arguments: {} }] };
const twice = [read, read, { content: 'done' }];

const decisions = (records: readonly RunRecord[]) =>
  records
    .filter(({ type, data }) => type === 'policy.decided' && data.action === 'tool.call')
    .map(({ data }) => data as unknown as PolicyDecided);

/** Feeds an input before the second request to the model. */
function beforeSecond(input: { type: string; data: object }): NonNullable<Play['interrupt']> {
  let isFed = false;
  return (effect, state) => {
    if (isFed || effect.kind !== 'model' || state.round < 2) return undefined;
    isFed = true;
    return { ...input, time: playTime } as never;
  };
}

test('a bound policy denies what the definition and its own policies allow', () => {
  const bound = bundle(3, [deny('read_file')]);
  const own = {
    name: 'own',
    version: '1.0.0',
    sha256: 'd'.repeat(64),
    spec: { rules: [{ ...deny('*'), effect: 'allow' }] },
  };
  const { invoked, records } = playRun({
    started: { identity, policy_bundle: bound, policies: [own as never] },
    answers: [read, { content: 'done' }],
  });
  expect(invoked).toEqual([]);
  const { version, sha256 } = bound;
  expect(decisions(records)).toMatchObject([
    {
      effect: 'deny',
      code: 'denied_by_policy',
      bundle: { version, sha256 },
      rules: [{ policy: { name: 'rules-3' }, bound_by: 'owner', rule: 'spec.rules[0]' }],
    },
  ]);
});

test('an allow of a bound policy narrows and never widens', () => {
  const allow = [{ ...deny('read_file'), effect: 'allow' }];
  const tools = [{ name: 'read_file' }, { name: 'write_file' }];
  const write = { calls: [{ name: 'write_file', arguments: {} }] };
  const of = (lists: { deny: string[] }) =>
    playRun({
      started: { identity, policy_bundle: bundle(1, allow), lists },
      tools,
      answers: [read, write, { content: 'done' }],
    }).invoked;
  expect(of({ deny: [] })).toEqual(['read_file']);
  expect(of({ deny: ['read_file'] })).toEqual([]);
});

test('bound policies see the identity in place of the name in a file', () => {
  const of = (rule: object) =>
    playRun({
      started: { agent: 'mallory', identity, policy_bundle: bundle(1, [rule]) },
      answers: [read, { content: 'done' }],
    }).invoked;
  expect(of(deny('*', { agent: 'ada' }))).toEqual([]);
  expect(of({ ...deny('*'), conditions: { when: "agent.name == 'ada'" } })).toEqual([]);
  expect(of(deny('*', { agent: 'mallory' }))).toEqual(['read_file']);
});

test('a newer bundle applies from the next decision on', () => {
  const newer = bundle(2, [deny('read_file')]);
  const { invoked, records, lines, find } = playRun({
    started: { identity, policy_bundle: bundle(1, [deny('bash')]) },
    answers: twice,
    interrupt: beforeSecond({ type: 'policy.bundle_updated', data: newer }),
  });
  expect(invoked).toEqual(['read_file']);
  expect(decisions(records).map(({ effect, bundle: named }) => [effect, named?.version])).toEqual([
    ['allow', 1],
    ['deny', 2],
  ]);
  expect(replayLog(lines, find).missing).toEqual([]);
  expect(runConversation(records)).toContainEqual(
    expect.objectContaining({ kind: 'note', event: 'policies_updated', count: 1 }),
  );
});

test('the first bundle of an agent applies to its running run', () => {
  const { invoked } = playRun({
    started: { identity },
    answers: twice,
    interrupt: beforeSecond({ type: 'policy.bundle_updated', data: bundle(1, [deny('read_file')]) }),
  });
  expect(invoked).toEqual(['read_file']);
});

test('an older bundle, or one without an identity, is no input of a run', () => {
  const run = (started: Play['started'], version: number) =>
    playRun({
      ...(started === undefined ? {} : { started }),
      answers: twice,
      interrupt: beforeSecond({ type: 'policy.bundle_updated', data: bundle(version, [deny('bash')]) }),
    });
  const refused = expect.objectContaining({ code: 'unexpected_input' });
  for (const version of [1, 2])
    expect(() => run({ identity, policy_bundle: bundle(2, [deny('read_file')]) }, version)).toThrow(refused);
  expect(() => run({}, 1)).toThrow(refused);
});

test('calls are denied while the bundle is stale', () => {
  const first = bundle(1, [deny('bash')]);
  const inputs = [
    { type: 'policy.bundle_stale', data: { reason: 'no bundle was verified for 300000 ms: unreachable' } },
    { type: 'policy.bundle_updated', data: first },
  ];
  const { invoked, records, lines, find } = playRun({
    started: { identity, policy_bundle: first },
    answers: [read, read, read, { content: 'done' }],
    interrupt: (effect, state) => {
      if (effect.kind !== 'model' || state.round !== 4 - inputs.length) return undefined;
      const input = inputs.shift();
      return input && ({ ...input, time: playTime } as never);
    },
  });
  expect(decisions(records).map(({ effect, code }) => [effect, code])).toEqual([
    ['allow', undefined],
    ['deny', 'policy_bundle_stale'],
    ['allow', undefined],
  ]);
  expect(invoked).toHaveLength(2);
  expect(replayLog(lines, find).missing).toEqual([]);
});

test('limits of a newer bundle shrink the limits of a running run', () => {
  const { state } = playRun({
    started: { identity, policy_bundle: bundle(1, [deny('bash')]) },
    answers: [read, read],
    interrupt: beforeSecond({
      type: 'policy.bundle_updated',
      data: bundle(2, [deny('bash')], { limits: { maxToolCalls: 1, maxTokens: 900_000 } }),
    }),
  });
  expect(state.ended).toMatchObject({ status: 'failed', code: 'too_many_tool_calls' });
  expect(state.started.limits).toMatchObject({ max_tool_calls: 1, max_tokens: 900_000 });
});
