import { estimateTokens } from '@agent-home/protocol';
import { describe, expect, test } from 'vitest';
import { facts, line } from '../testing/render-context-support.ts';
import { minimumContextTokens, renderContext } from './render-context.ts';

describe('a context for a model', () => {
  test('a small budget cuts old messages, then summary, then rules', () => {
    const lines = Array.from({ length: 30 }, (_, index) =>
      line(index + 1, `line ${index + 1} ${'tea '.repeat(20)}`),
    );
    const summary = { text: 'sum '.repeat(100), sequence: 1 };
    const rules = { themes: 'rule '.repeat(60) };
    const at = (maxTokens: number) => {
      const { text, lineCount } = renderContext(facts({ lines, summary, rules }), maxTokens);
      const count = (word: string) => text.split(word).length - 1;
      expect(text).toContain('line 30 ');
      return { lineCount, summary: count('sum '), rules: count('rule ') };
    };
    const sizes = [2_500, 1_200, 700, 500, 400, 300, 200].map(at);
    expect(sizes[0]).toEqual({ lineCount: 30, summary: 99, rules: 60 });
    expect(sizes[1]?.lineCount).toBeLessThan(30);
    expect(sizes[1]).toMatchObject({ summary: 99, rules: 60 });
    const firstShortSummary = sizes.findIndex((size) => size.summary < 99);
    const firstShortRules = sizes.findIndex((size) => size.rules < 60);
    expect(firstShortSummary).toBeGreaterThan(1);
    expect(firstShortRules).toBeGreaterThan(firstShortSummary);
    expect(sizes.at(-1)?.lineCount).toBe(1);
  });

  test('the newest line is shortened rather than left out', () => {
    const { text, lineCount } = renderContext(facts({ lines: [line(1, '茶'.repeat(5_000))] }), 400);
    expect(lineCount).toBe(1);
    expect(text).toMatch(/\| 茶{50,}…\n/);
  });

  test('the longest ids fit into the least budget', () => {
    const id = 'a'.repeat(63);
    const turn = { agentId: `b${id.slice(1)}`, turnId: id, expiresAt: '2026-03-01T12:03:00.000Z' };
    const may = { reason: id, message: 'x'.repeat(500) };
    for (const speaker of [turn.agentId, id]) {
      const given = facts({ agentId: id, topicId: id, mode: id, turn: { ...turn, agentId: speaker }, may });
      const { text } = renderContext(given, minimumContextTokens);
      expect(estimateTokens(text)).toBeLessThanOrEqual(minimumContextTokens);
    }
  });
});
