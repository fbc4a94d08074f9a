import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultSandbox } from '@agent-home/agent-runtime/definition';
import { expect, test, vi } from 'vitest';
import { measuredTimeFactor } from '../../../../test/support/time-factor.ts';
import { createNativeTools } from '../native-tools/create-native-tools.ts';
import { hasEnded } from '../testing/processes.ts';
import { scratchProject } from '../testing/scratch-project.ts';
import { callTool, never, toText } from '../testing/tool-calls.ts';
import { toolOutcomeInTime } from './within-time.ts';

const deaf = "trap '' TERM; echo $$ > pid; echo started; while :; do sleep 0.1; done";

function begin() {
  const { folder } = scratchProject();
  const sandbox = { ...defaultSandbox, bash: 'off' as const };
  const tools = createNativeTools({ projectFolder: folder, environment: process.env, sandbox });
  return { tools, pid: () => Number(readFileSync(join(folder, 'pid'), 'utf8')) };
}

test('a tool that ignores SIGTERM reports its time limit', async () => {
  const { tools, pid } = begin();
  const limit = new AbortController();
  const outcome = callTool(tools, 'bash', { command: deaf }, limit);
  await vi.waitFor(() => expect(pid()).toBeGreaterThan(0), 10_000);
  limit.abort(new DOMException('took too long', 'TimeoutError'));
  expect((await outcome).error?.code).toBe('tool_timeout');
  await hasEnded(pid());
});

test('a tool is not abandoned while it is being ended', { timeout: 60_000 }, async () => {
  const { tools, pid } = begin();
  const outcome = await toolOutcomeInTime(1_000 * measuredTimeFactor(), never.signal, (signal) =>
    callTool(tools, 'bash', { command: deaf }, { signal }),
  );
  expect([outcome.error?.code, outcome.metadata.signal]).toEqual(['tool_timeout', 'SIGKILL']);
  expect(toText(outcome)).toBe('started\n');
  await hasEnded(pid());
});
