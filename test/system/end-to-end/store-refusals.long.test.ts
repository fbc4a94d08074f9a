import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { look, see } from '../../support/look.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

const lines: string[] = [];
let refuse: 'error' | 'throttled' | undefined;
let home: TestHome;
beforeAll(async () => {
  home = await startHome({
    logTo: { write: (line) => void lines.push(line) },
    environment: { LOG_LEVEL: 'warn' },
    faults: { store: ({ path }) => (refuse && path.includes('/ada/') ? { refuse } : undefined) },
  });
});
afterAll(() => home.close());

test('a store refusal becomes a 4xx or 503', async () => {
  await home.admin('POST', '/v1/admin/tasks', { task_id: 'work', title: 'Work', visibility: 'public' });
  await published(home);
  const ada = await RawAgent.admitted(home, 'ada');
  const { oss } = await ada.client({ type: 'task_write', task_id: 'work' });
  const names = ['gone', 'dangling', 'looped', 'grown', 'plain'];
  const getKey = (name: string) => `tasks/work/agents/ada/${name}.bin`;
  for (const name of names) await oss.put(getKey(name), Buffer.from(name));
  type Task = { artifacts: { object_key: string }[] };
  await eventually(async () =>
    expect((await see<Task>(home, 'tasks/work')).artifacts).toHaveLength(names.length),
  );

  await home.open.platform.store.delete(getKey('gone'));
  await oss.putSymlink(getKey('dangling'), 'tasks/work/agents/ada/nowhere', {});
  await oss.putSymlink(getKey('looped'), getKey('looped'), {});
  await oss.put(getKey('grown'), Buffer.alloc(11 * 1024 * 1024));
  const read = async (name: string) => {
    const { status, text, headers } = await look(home, `artifacts?key=${getKey(name)}`);
    const { code } = status === 200 ? { code: undefined } : (JSON.parse(text) as { code: string });
    return { name, status, code, again: headers.get('retry-after') };
  };
  for (const name of ['gone', 'dangling', 'looped', 'grown']) {
    const answer = await read(name);
    expect([404, 409], JSON.stringify(answer)).toContain(answer.status);
    expect(answer.code).toMatch(/^(not_found|object_|artifact_)/);
    expect((await look(home, 'tasks/work')).status).toBe(200);
  }
  for (const kind of ['throttled', 'error'] as const) {
    refuse = kind;
    const again = expect.stringMatching(/^[1-9]\d*$/);
    expect(await read('plain')).toMatchObject({ status: 503, code: 'service_unavailable', again });
  }
  refuse = undefined;
  expect(await read('plain')).toMatchObject({ status: 200 });
  expect(lines.join('')).not.toContain('unexpected failure');
}, 60_000);
