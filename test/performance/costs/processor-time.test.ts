import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { readProcessorTimes } from '../bench/costs/processor-time.ts';

const busy = 'for (const end = process.cpuUsage().user + 300_000; process.cpuUsage().user < end; );';
/** Starts a busy process, waits for it, and then for its parent’s word. */
const starter = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(busy)}]);
  process.stdout.write('done'); process.stdin.resume();`;

describe('processor time by process', () => {
  it('ended child processes are charged to their parent', async () => {
    if (process.platform !== 'linux') {
      // On other systems the bench reports that the value is not available.
      expect(readProcessorTimes()).toBeUndefined();
      return;
    }
    const child = spawn(process.execPath, ['-e', starter], { stdio: ['pipe', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      const times = readProcessorTimes();
      const id = child.pid ?? 0;
      // The ended process used at least three tenths of a second.
      expect((times?.ofTree(id) ?? 0) - (times?.ofProcess(id) ?? 0)).toBeGreaterThanOrEqual(0.25);
    } finally {
      child.kill();
      await once(child, 'exit');
    }
  });
});
