import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { combineSettings } from '@agent-home/agent-runtime/definition';
import { fixedPlace, Vault } from '@agent-home/runtime-node';
import { expect, onTestFinished, test } from 'vitest';
import { localProviders } from '../../../apps/cli/src/agents/running/local-providers.ts';
import { allowedCall } from '../../../packages/runtime-node/src/testing/tool-calls.ts';
import { stateEnvironment } from '../../support/state-home.ts';

test('tools of an agent cannot read the memory folder', async () => {
  const project = await mkdtemp(join(tmpdir(), 'agent-home-providers-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  const environment = { AGENT_HOME_DATA: join(project, '.agent-home'), ...stateEnvironment() };
  await mkdir(join(project, '.agent-home/memory'), { recursive: true });
  await writeFile(join(project, '.agent-home/memory/entry.json'), 'what another was told');
  await writeFile(join(project, 'note.txt'), 'a note');
  const settings = combineSettings({});
  const placeOf = () => fixedPlace(project, environment);
  const [tools] = localProviders(settings, {
    specs: [],
    servers: [],
    places: { project, global: project },
    programs: { placeOf, trustedFiles: [], isTrusted: true },
    hiddenFolders: [],
    environment,
    vault: new Vault(settings.vault, { environment, placeOf: placeOf() }),
    tell: () => undefined,
  });
  const read = async (path: string) => {
    const { ticket, call } = allowedCall('read_file', { path });
    return tools?.invoke(ticket, call, { signal: new AbortController().signal });
  };
  expect(JSON.stringify(await read('note.txt'))).toContain('a note');
  expect(JSON.stringify(await read('.agent-home/memory/entry.json'))).not.toContain('another');
  await tools?.close();
});
