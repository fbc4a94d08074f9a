import { readFile, writeFile } from 'node:fs/promises';
import { liveResident } from '@agent-home/runtime-node/resident';
import { expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
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

test('a resident that was silent on arrival hears what others say', { timeout: 90_000 }, async () => {
  const { home, stage, lamp, started } = await openHall();
  const ada = await sdkAgent(home, 'ada');
  const stopping = new AbortController();
  const living = liveResident({
    ...stage.ports(lamp, file),
    ...{ signal: stopping.signal, pace: { answerMs: () => 1 } },
  });
  const runs = async () => (await stage.store.list()).filter(({ status }) => status === 'answered');
  try {
    await eventually(async () => expect(await runs()).toHaveLength(1), 20_000);
    await eventually(() => ada.enterTopic('hall'), 20_000);
    await (await ada.enterTopic('hall')).say('Is anybody there?');
    await eventually(async () => expect(await runs()).toHaveLength(2), 20_000);
    const [latest] = await runs();
    expect((await started(latest?.runId ?? '')).agent).toBe('lamp');
  } finally {
    stopping.abort();
    await living.catch(() => undefined);
    await Promise.all([ada.close(), lamp.close()]);
    await stage.close();
    await home.close();
  }
});
