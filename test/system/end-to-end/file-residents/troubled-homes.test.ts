import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome } from '../../../support/start-home.ts';
import { getFile, openStage } from './resident-stage.ts';

const file = () => getFile('lamp', '{ allow: [home.read] }');

async function openHall() {
  const home = await startHome();
  const stage = await openStage(home);
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'hall',
    title: 'Hall',
    visibility: 'public',
    mode: 'freeform',
  });
  const lamp = await sdkAgent(home, 'lamp', { cache: { freshSeconds: 0, staleSeconds: 0 } });
  const isThere = () => Promise.all([lamp.enterTopic('hall'), lamp.card('lamp')]).then(Boolean, () => false);
  await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
  const started = async (runId: string) => JSON.parse((await stage.store.read(runId)).lines[0] ?? '{}').data;
  return { home, stage, lamp, started };
}

test('a resident recalls only unchanged logs of its own home', {
  timeout: 90_000,
}, async () => {
  const { home, stage, lamp, started } = await openHall();
  const other = await openStage({ ...home, url: 'http://another.example' });
  try {
    const arrival = { kind: 'arrival', topicId: 'hall' } as const;
    const here = await stage.session(lamp, 'hall', file);
    const first = await here.wake(arrival);
    const second = await here.wake(arrival);
    const before = (await started(second.runId)).context;
    expect(before).not.toEqual([]);
    const there = await other.session(lamp, 'hall', file, stage.store);
    expect((await started((await there.wake(arrival)).runId)).context).toEqual([]);

    const log = `${stage.folder}/runs/${second.runId}/log.jsonl`;
    const text = await readFile(log, 'utf8');
    await writeFile(log, text.replace('It is', 'It was').replace('You have come', 'You have gone'));
    const third = await here.wake(arrival);
    expect(third.state.ended?.status).toBe('answered');
    expect((await started(third.runId)).context).toEqual(before);
    expect(first.state.ended?.status).toBe('answered');
  } finally {
    await other.close();
    await stage.close();
    await lamp.close();
    await home.close();
  }
});
