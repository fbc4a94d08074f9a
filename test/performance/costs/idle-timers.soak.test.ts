import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@agent-home/local-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { AgentHomeProcess } from '../../support/child-process.ts';

const preload = fileURLToPath(new URL('note-timers.cjs', import.meta.url));
const patient = { timeout: 180_000, interval: 250 };
const stretchMs = 20_500;

interface ArmedTimer {
  at: number;
  milliseconds: number;
  by: string;
}

function getTimer(line: string): ArmedTimer {
  const [at, milliseconds, ...by] = line.split(' ');
  return { at: Number(at), milliseconds: Number(milliseconds), by: by.join(' ') };
}

/**
 * Counts the timer rounds. The sweep, and the queue’s check for lost jobs, arm one timer of five seconds per round; wake-ups at the
 * start arm many at once.
 */
function collectRounds(timers: readonly ArmedTimer[]): number {
  const begun = timers.filter(({ milliseconds }) => milliseconds === 5_000).map(({ at }) => at);
  return begun.filter((at, index) => index === 0 || at - (begun[index - 1] ?? 0) > 1_000).length;
}

test('an empty home arms no short timer', async () => {
  const folder = await mkdtemp('/var/tmp/agent-home-timers-');
  // PostgreSQL does not run as root: its user needs access.
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
  const armed = async () => (await readFile(file, 'utf8')).trim().split('\n').map(getTimer);
  // A start arms short timers. The last one belongs to the first event, whose certificate is fetched (the clock
  // of `fetch`), later on a slow machine. The start is over once none was armed for four rounds of the sweep. A
  // recurring short timer, or one of an idle home's own, makes this test fail.
  await expect
    .poll(async () => {
      const timers = await armed();
      const until = timers.at(-1)?.at ?? 0;
      const lately = timers.filter(({ at }) => at > until - stretchMs);
      const isLong = (timers[0]?.at ?? until) < until - stretchMs && collectRounds(lately) >= 4;
      return isLong ? lately.filter(({ milliseconds }) => milliseconds < 1_000) : 'not long enough';
    }, patient)
    .toEqual([]);
}, 240_000);
