import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelPort } from '@agent-home/agent-runtime';
import { expect, onTestFinished, test } from 'vitest';
import { dropRuntimeSecrets } from '../known-runtimes/index.ts';
import { openOtherRuntimes } from './open-runtimes.ts';

const native: ModelPort = {
  ask: async () => ({ failed: { code: 'native', message: 'the native runtime', attempts: [] } }),
};
const find = () => {
  throw new Error('no model is found here');
};

test('reports an unusable folder of LangGraph before a run', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-runtimes-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, code] of [
    [folder, 'runtime_package_missing'],
    [join(folder, 'missing'), 'runtime_not_configured'],
  ] as const)
    await expect(
      openOtherRuntimes(native, find, { environment: { AGENT_HOME_LANGGRAPH: path }, folder }),
    ).rejects.toMatchObject({ name: 'RuntimeSetupError', code });
});

test('drops the token of agno from an environment', () => {
  const environment = { AGENT_HOME_AGNO_URL: 'http://127.0.0.1:1', AGENT_HOME_AGNO_TOKEN: 'secret' };
  dropRuntimeSecrets(environment);
  expect(environment).toEqual({ AGENT_HOME_AGNO_URL: 'http://127.0.0.1:1' });
});
