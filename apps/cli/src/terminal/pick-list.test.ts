import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { fitsScreen, pickFromList } from './pick-list.ts';

const [up, down, enter] = ['\u001b[A', '\u001b[B', '\r'];
const choices = ['read_file', 'grep', 'write_file', 'bash'].map((name) => ({
  name,
  ticked: name === 'grep',
}));

function pick() {
  const stdin = Object.assign(new PassThrough(), { modes: [] as boolean[] });
  const terminal = Object.assign(stdin, { setRawMode: (isRaw: boolean) => stdin.modes.push(isRaw) });
  const screen = new PassThrough();
  let shown = '';
  screen.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  let interrupts = 0;
  const picked = pickFromList({ stdin: terminal, screen }, choices, () => {
    interrupts += 1;
  });
  return { stdin, picked, shown: () => shown, interrupts: () => interrupts };
}

test('space ticks the current item, Enter ends', async () => {
  const { stdin, picked, shown } = pick();
  stdin.write(`${down} ${down} ${up}${up}${up} 1${enter}`);
  expect(await picked).toEqual(['read_file', 'write_file', 'bash']);
  expect(shown()).toContain('> [ ]  2 grep');
  expect(stdin.modes).toEqual([true, false]);
});

test('numbers tick, Ctrl-C interrupts, and Ctrl-D gives up', async () => {
  const { stdin, picked, interrupts } = pick();
  stdin.write('21\u0003\u0004');
  expect(await picked).toBeUndefined();
  expect(interrupts()).toBe(1);
});

test('a list that the screen cannot hold is not drawn in place', () => {
  expect(fitsScreen(choices, Object.assign(new PassThrough(), { rows: 5 }))).toBe(false);
  expect(fitsScreen(choices, Object.assign(new PassThrough(), { rows: 24 }))).toBe(true);
  expect(fitsScreen([], new PassThrough())).toBe(false);
});
