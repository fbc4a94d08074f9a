import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { measuredTimeFactor } from '../../../../../test/support/time-factor.ts';
import { scratchProject } from '../../testing/scratch-project.ts';
import { callTool } from '../../testing/tool-calls.ts';
import { createNativeTools } from '../create-native-tools.ts';

/** Longest time that the event loop was blocked during an action. */
async function longestStall(act: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const look = () => {
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  };
  const timer = setInterval(look, 5);
  await act();
  look();
  clearInterval(timer);
  return longest;
}

/** 240 letters `a` and `b` in pseudo-random order, different for each number. */
function toLetters(number: number): string {
  let state = number + 1;
  return Array.from({ length: 240 }, () => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff;
    return (state >> 16) & 1 ? 'a' : 'b';
  }).join('');
}

it('a slow glob ends with its call and yields', async () => {
  const { folder } = scratchProject();
  mkdirSync(join(folder, 'many'));
  for (let index = 0; index < 1_500; index += 1) writeFileSync(join(folder, 'many', toLetters(index)), '');
  const tools = createNativeTools({ projectFolder: folder });
  // The state of the match doubles with each character of the name.
  const slow = `*a${'?'.repeat(150)}[!ab]`;
  for (const [tool, args] of [
    ['glob', { pattern: `**/${slow}` }],
    ['grep', { pattern: 'x', glob: `**/${slow}` }],
  ] as const) {
    const stall = await longestStall(async () => {
      const outcome = await callTool(tools, tool, args, { signal: AbortSignal.timeout(300) });
      expect(outcome.error?.code, tool).toBe('tool_timeout');
    });
    expect(stall, tool).toBeLessThan(1_000 * measuredTimeFactor());
  }
}, 60_000);

it('a pattern that is repeated into a giant is refused', async () => {
  const { folder } = scratchProject({ 'a.txt': 'a'.repeat(10_000) });
  const tools = createNativeTools({ projectFolder: folder });
  const giants = [`(?:${'a?b?'.repeat(120)}){999}[^ab]`, `(${'(a?)(b?)'.repeat(60)}){50}[^ab]`];
  for (const pattern of giants)
    expect((await callTool(tools, 'grep', { pattern })).error?.code, pattern).toBe('invalid_pattern');
}, 20_000);

it('the heaviest accepted pattern blocks nothing', async () => {
  const { folder } = scratchProject({ 'a.txt': `${'ab'.repeat(5_000)}\n`.repeat(20) });
  const tools = createNativeTools({ projectFolder: folder });
  for (const pattern of ['(?:a?b?){900}[^ab]', '((a|ab|b)*){500}[^ab]', `${'(a?)(b?)'.repeat(100)}[^ab]`]) {
    const stall = await longestStall(async () => {
      const outcome = await callTool(tools, 'grep', { pattern }, { signal: AbortSignal.timeout(500) });
      expect(['ok', 'error']).toContain(outcome.status);
    });
    expect(stall, pattern).toBeLessThan(300 * measuredTimeFactor());
  }
}, 60_000);
