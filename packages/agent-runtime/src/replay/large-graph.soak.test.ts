import { asJson } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { nextEffect } from '../loop/effect.ts';
import { transition } from '../loop/transition.ts';
import type { RunInput } from '../ports/run-input.ts';
import { checkedValue, putBack } from '../run-log/index.ts';
import type { RunState } from '../state/run-state.ts';
import { largeGraph } from '../testing/large-graph.ts';
import { playRun } from '../testing/play-run.ts';
import { forkPoint } from './fork-point.ts';
import { replayLog } from './replay-log.ts';

const play = (size: number) => {
  const { graph, team, asked } = largeGraph(size);
  const answers = Array.from({ length: asked }, (_, at) => ({ content: `{"at": ${at}}` }));
  const limits = { max_tokens: 100_000_000, max_tool_calls: 9, timeout_ms: 600_000, max_rounds: 25 };
  return { asked, ...playRun({ started: { agent: 'flow', tools: [], graph, limits }, team, answers }) };
};

describe('a large graph', () => {
  test('a graph of 1,000 nodes ends and replays', () => {
    const { state, records, requests, asked } = play(1_000);
    expect(state.ended).toMatchObject({ status: 'answered' });
    expect(records.filter(({ type }) => type === 'graph.node_ended')).toHaveLength(1_000);
    expect(requests).toHaveLength(asked);
  }, 60_000);

  test('a cut graph log completes to equal bytes', () => {
    const { lines, find } = play(1_000);
    let state: RunState | undefined;
    let cuts = 0;
    for (let at = 0; at < lines.length; ) {
      const { type, time, data } = JSON.parse(lines[at] ?? '') as RunInput;
      const input = { type, time, data: putBack(asJson(data), checkedValue(find, at)) } as RunInput;
      const before = state;
      const step = transition(before, input);
      const made = step.sealed.map(({ line }) => line);
      // Cuts the log after each record of the step: a replay repeats the step and returns the missing records.
      for (let written = 1; written <= made.length; written++, cuts++) {
        const again = written === made.length ? step : transition(before, input);
        expect(again.sealed.slice(written).map(({ line }) => line)).toEqual(
          lines.slice(at + written, at + made.length),
        );
        expect(again.effect?.kind).toBe(step.effect?.kind);
      }
      state = step.state;
      at += made.length;
    }
    expect(cuts).toBe(lines.length);
    expect(state?.ended?.status).toBe('answered');
  }, 120_000);

  test('a cut workflow log continues with the next step', () => {
    const { lines, find } = play(40);
    for (let length = 2; length < lines.length; length++) {
      const { missing, state } = replayLog(lines.slice(0, length), find);
      // The missing records of a step equal those that were cut off.
      expect(missing).toEqual(lines.slice(length, length + missing.length));
      const isOver = length + missing.length === lines.length;
      expect(nextEffect(state) === undefined).toBe(isOver);
    }
  }, 60_000);

  test('forks a run at each node and leaves the original', () => {
    const { lines, find, records } = play(24);
    const before = lines.join('\n');
    for (const [at, { data, seq }] of records.filter(({ type }) => type === 'graph.node_started').entries()) {
      const start = forkPoint(lines, find, { node: String(data.node) });
      expect(start).toMatchObject({ node: `n${at}`, task: 'Do it.', origin: { run_id: 'run_played', seq } });
      const names = Object.keys(start.visits);
      expect(names).toEqual(Array.from({ length: at }, (_, n) => `n${n}`));
      const given = Object.keys(start.values).filter((name) => /^n\d+$/.test(name));
      expect(given).toEqual(names.filter((name) => Number(name.slice(1)) % 4 !== 3));
      const { graph, team } = largeGraph(24);
      const left = Array.from({ length: 24 - at }, (_, n) => ({ content: `fork ${n}` }));
      const forked = playRun({
        started: { agent: 'flow', tools: [], graph: { ...graph, start } },
        team,
        answers: left,
      });
      expect(forked.state.ended?.status).toBe('answered');
      expect(forked.records.find(({ type }) => type === 'graph.node_started')?.data).toMatchObject({
        node: `n${at}`,
        visit: 1,
      });
    }
    expect(lines.join('\n')).toBe(before);
    expect(() => forkPoint(lines, find, { node: 'nowhere' })).toThrow(/did not reach the node nowhere/);
  }, 60_000);
});
