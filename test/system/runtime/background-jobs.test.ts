import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultSandbox } from '@agent-home/agent-runtime/definition';
import { createNativeTools } from '@agent-home/runtime-node';
import { expect, test, vi } from 'vitest';
import { message } from './support/bound-calls.ts';
import { openWorkshop } from './support/reference-home.ts';

test('a run ends its background jobs', async () => {
  const command = 'echo $$ > pid; sleep 1000';
  const { runtime, order, check, project } = await openWorkshop(
    `rules:
  - when: { count: 0 }
    answer: { calls: [{ tool: bash, arguments: { command: '${command}', background: true } }] }
  - when: { count: 1 }
    answer: { calls: [{ tool: bash, arguments: { command: 'until [ -s pid ]; do sleep 0.05; done' } }] }
  - answer: done
`,
    // Without a sandbox, the number of the process is that of this machine.
    {
      providers: (folder) => [
        createNativeTools({ projectFolder: folder, sandbox: { ...defaultSandbox, bash: 'off' } }),
      ],
    },
  );
  const operator = { autoApprove: ['safe', 'low', 'medium', 'high', '*'], unlocked: [] };
  const { state, runId } = await runtime.postMessage(order({ operator }), message);
  expect(state.ended?.status).toBe('answered');
  const { records } = await check(runId);
  const results = records.flatMap(({ type, data }) => (type === 'kairo.tool.result' ? [data] : []));
  expect(JSON.stringify(results[0])).toMatch(/job-\w{8} is running/);
  const pid = Number(await readFile(join(project, 'pid'), 'utf8'));
  expect(pid).toBeGreaterThan(1);
  // A process that has ended cannot be signalled.
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 10_000);
});
