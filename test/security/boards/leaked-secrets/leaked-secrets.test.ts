import { expect, test } from 'vitest';
import { canaries, findCanaries } from './canaries.ts';
import { plantedBugs } from './planted-bugs.ts';
import { playBoard } from './play-board.ts';
import { playCommands } from './play-commands.ts';

test('secrets reach permitted tools and no sink', async () => {
  const { calls, searched, leaks, wrong } = await playBoard();
  console.log(
    `leaked secrets: ${calls} calls, ${leaks.length} found, ${wrong.length} wrong; searched ${JSON.stringify(searched)}`,
  );
  expect({ leaks, wrong }).toEqual({ leaks: [], wrong: [] });
  for (const [sink, bytes] of Object.entries(searched))
    if (sink !== 'terminal') expect([sink, bytes > 1_000]).toEqual([sink, true]);
});

test('commands print and leave no secret after crash or wait', async () => {
  const { sinks, codes, got } = await playCommands();
  const leaks = Object.entries(sinks).flatMap(([sink, text]) =>
    findCanaries(text).map((canary) => `${sink}: ${canary}`),
  );
  const bytes = Object.values(sinks).reduce((sum, text) => sum + text.length, 0);
  console.log(
    `leaked secrets, by commands: ${Object.keys(codes).length} commands, ${Object.keys(sinks).length} sinks, ${bytes} bytes searched, ${leaks.length} found`,
  );
  expect(leaks).toEqual([]);
  // The environment of the process that runs a module contains no secret.
  expect(got).toEqual({
    module: `${canaries.variable} none none`,
    server: canaries.server,
    remote: canaries.remote,
  });
  const { 'crash output': crash, 'agents run': waited, ...others } = codes;
  expect([crash, waited, [...new Set(Object.values(others))]]).toEqual([null, 3, [0]]);
  expect(sinks['runs on the disk']).toContain('it printed [secret vault://variable]');
  for (const [sink, text] of Object.entries(sinks)) expect([sink, text.length > 20]).toEqual([sink, true]);
}, 240_000);

test.each(Object.entries(plantedBugs))('the planted bug “%s” is found', async (_, plant) => {
  const { leaks, wrong } = await playBoard(plant);
  expect([...leaks, ...wrong]).not.toEqual([]);
});
