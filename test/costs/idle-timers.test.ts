import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@agent-home/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { AgentHomeProcess } from '../support/child-process.ts';

const preload = fileURLToPath(new URL('note-timers.cjs', import.meta.url));
const patient = { timeout: 90_000, interval: 250 };

test('an empty home arms no timer below a second while nothing happens', async () => {
  const folder = await mkdtemp('/var/tmp/agent-home-timers-');
  // As root PostgreSQL runs as somebody else, who has to get in.
  await chmod(folder, 0o755);
  const file = join(folder, 'timers');
  const home = new AgentHomeProcess(
    ['up', '--no-residents'],
    {
      TIMERS_FILE: file,
      AGENT_HOME_DATA: join(folder, 'data'),
      AGENT_HOME_PORT: String(await freePort()),
      AGENT_HOME_OSS_PORT: String(await freePort()),
      AGENT_HOME_STS_PORT: String(await freePort()),
    },
    ['--require', preload],
  );
  onTestFinished(async () => {
    await home.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await home.start();
  const armed = async () => (await readFile(file, 'utf8')).trim().split('\n').map(Number);
  /** Each round of the sweep and of the queue's own look after lost jobs arms one of five seconds. */
  const rounds = (timers: number[]) => timers.filter((milliseconds) => milliseconds === 5_000).length;
  const after = async (count: number) => {
    await expect.poll(async () => rounds(await armed()), patient).toBeGreaterThanOrEqual(count);
    return armed();
  };
  // What the start brought with it is over after some rounds of what an idle home does.
  const begun = await after(rounds(await armed()) + 6);
  const idle = (await after(rounds(begun) + 6)).slice(begun.length);
  expect(idle.length).toBeGreaterThan(6);
  expect(idle.filter((milliseconds) => milliseconds < 1_000)).toEqual([]);
}, 240_000);
