import { afterAll, beforeAll, test } from 'vitest';
import { AgentHomeProcess } from '../support/child-process.ts';
import { playWhileKilling } from '../support/kill-nine-story.ts';
import { type KillableHome, startKillableHome } from '../support/killable-home.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
let home: KillableHome;

beforeAll(async () => {
  home = await startKillableHome(async ({ localVariables }) => {
    const emulator = new AgentHomeProcess(['oss-emulator', '--events'], localVariables);
    await emulator.start();
    return { parts: { emulator }, environment: {} };
  });
});
afterAll(() => home?.close());

test('kill -9 loses and doubles no accepted input', {
  timeout: 240_000,
}, async ({ onTestFailed }) => {
  onTestFailed(() => console.error(`reproduce with SEED=${seed}`));
  await playWhileKilling(home, { seed, kills: 10, topics: 2, lines: 12 });
});
