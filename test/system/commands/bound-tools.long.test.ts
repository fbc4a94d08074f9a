import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openProject } from './support/agent-project.ts';

const script = `
rules:
  - when: { user: weather, count: 0 }
    answer: { calls: [{ tool: weather, arguments: { city: Bern } }] }
  - when: { user: weather }
    answer: It is mild.
`;
const document = new URL('../../../docs/agents-on-the-command-line.md', import.meta.url);
const key = 'the-key-of-the-weather';

test('a bound tool sends its key to its service alone', async () => {
  const asked: unknown[] = [];
  const service = createServer(({ url, headers }, response) => {
    asked.push([url, headers['x-api-key']]);
    response.end(JSON.stringify({ celsius: 17, headers }));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    service.closeAllConnections();
    service.close();
  });
  const section =
    (await readFile(document, 'utf8')).split('## Tools of your own')[1]?.split('\n## ')[0] ?? '';
  const [spec = '', settings = ''] = [...section.matchAll(/```json\n(.*?)```/gs)].map((block) => block[1]);
  const { home, run, runs, log } = await openProject(script);
  await mkdir(join(home, '.agent-home/agents/tools'), { recursive: true });
  await writeFile(join(home, '.agent-home/agents/tools/weather.tool.json'), spec);
  await mkdir(join(home, '.secrets'));
  await writeFile(join(home, '.secrets/weather'), `${key}\n`, { mode: 0o600 });
  const file = join(home, '.agent-home/settings.json');
  // Replaces the documented service by one on this machine.
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const here = settings
    .replace('"https://weather.example', `"${url}`)
    .replace('"http": {', '"http": { "privateNetwork": true,');
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...JSON.parse(here) }));

  const { code, stdout, stderr } = await run('agents', 'run', 'ada', '-p', 'how is the weather?');
  expect([code, stderr]).toEqual([0, expect.stringMatching(/✔ weather/)]);
  expect(asked).toEqual([['/v1/Bern', key]]);
  const [ended] = await runs();
  const kept = stdout + stderr + (await readFile(log(ended?.run_id ?? ''), 'utf8'));
  expect([kept.includes(key), kept.includes('[secret vault://weather]')]).toEqual([false, true]);
});
