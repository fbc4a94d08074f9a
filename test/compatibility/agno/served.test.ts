import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@agent-home/local-postgres';
import { openAgno } from '@agent-home/runtime-agno';
import {
  AgentRuntime,
  createNativeTools,
  FileRunStore,
  type FindModel,
  routeModels,
} from '@agent-home/runtime-node';
import { expect, onTestFinished, test } from 'vitest';
import { openWorkshop } from '../../system/runtime/support/reference-home.ts';
import { serveAgno } from './open-runtime.ts';

const script = `
rules:
  - when: { after: { tool: read_file } }
    answer: 'The note says {{result}}'
  - answer: { calls: [{ tool: read_file, arguments: { path: note.txt } }] }
`;

test('answers when a served agno is back', async () => {
  const workshop = await openWorkshop(script);
  await writeFile(join(workshop.project, 'note.txt'), 'red');
  const url = `${workshop.emulator.url}/v1`;
  const find: FindModel = (provider, name) => ({ provider, name, url, fallbacks: [], timeoutMs: 10_000 });
  const [port, token] = [await freePort(), randomBytes(32).toString('hex')];
  const address = `http://127.0.0.1:${port}`;
  const environment = { AGENT_HOME_AGNO_URL: address, AGENT_HOME_AGNO_TOKEN: token };
  const agno = openAgno(find, { environment, folder: workshop.folder });
  if (!agno) throw new Error('agno is not configured');
  onTestFinished(() => agno.close());
  const native = { ask: () => Promise.reject(new Error('the native runtime was used')) };
  const runtime = new AgentRuntime({
    store: new FileRunStore(join(workshop.folder, 'runs')),
    models: routeModels(native, { agno }),
    providers: [createNativeTools({ projectFolder: workshop.project })],
  });
  const order = workshop.order({}, { runtime: { selector: 'agno', params: {} } });
  const play = async () => {
    const message = { text: 'go', origin: 'user', tainted: false } as const;
    const { state } = await runtime.postMessage(order, message);
    return state.ended;
  };
  const away = { status: 'failed', code: 'model_unavailable' };
  expect(await play()).toMatchObject(away);
  expect(workshop.emulator.journal()).toEqual([]);
  const first = await serveAgno({ port, token });
  expect(await play()).toMatchObject({ status: 'answered', answer: 'The note says red' });
  await first.close();
  expect(await play()).toMatchObject(away);
  const second = await serveAgno({ port, token });
  onTestFinished(() => second.close());
  expect(await play()).toMatchObject({ status: 'answered', answer: 'The note says red' });
});
