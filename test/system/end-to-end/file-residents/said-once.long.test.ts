import type { RunStore, RunWriter } from '@agent-home/agent-runtime';
import { replayLog } from '@agent-home/agent-runtime';
import { type AgentHome, readUntrusted } from '@agent-home/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';
import { getFile, openStage, type ResidentStage } from './resident-stage.ts';

let home: TestHome;
let stage: ResidentStage;
let ada: AgentHome;
let lamp: AgentHome;

beforeAll(async () => {
  home = await startHome();
  stage = await openStage(home);
  ada = await sdkAgent(home, 'ada');
  lamp = await sdkAgent(home, 'lamp');
  await home.admin('POST', '/v1/admin/topics', {
    topic_id: 'hall',
    title: 'Hall',
    visibility: 'public',
    mode: 'freeform',
  });
});
afterAll(async () => {
  await Promise.all([ada.close(), lamp.close()]);
  await stage.close();
  await home.close();
});

class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

/** Wraps a store whose process ends after the given number of log writes: no write, read or close happens after it. */
function dyingAfter(store: RunStore, writes: number): RunStore {
  let left = writes;
  const dying = (writer: RunWriter): RunWriter =>
    Object.assign(Object.create(writer), {
      async append(...given: Parameters<RunWriter['append']>) {
        if (left === 0) throw new ProcessEnded();
        await writer.append(...given);
        left--;
        if (left === 0) throw new ProcessEnded();
      },
      async sync() {
        if (left === 0) throw new ProcessEnded();
        await writer.sync();
      },
      consumeRequests: async () => [],
      close: () => writer.close(),
    });
  return Object.assign(Object.create(store), {
    create: async (runId: string) => dying(await store.create(runId)),
    list: (filter: object) => store.list(filter),
    read: (runId: string) => store.read(runId),
  });
}

async function said(): Promise<string[]> {
  const topic = await ada.enterTopic('hall');
  const texts: string[] = [];
  for await (const message of topic.messages())
    if (message.agentId === 'lamp') texts.push(readUntrusted(message.text));
  return texts;
}

test('a resident that dies around its message has spoken once', {
  timeout: 180_000,
}, async () => {
  const entered = () =>
    ada.enterTopic('hall').then(
      () => true,
      () => false,
    );
  await expect.poll(entered, { timeout: 20_000 }).toBe(true);
  await (await ada.enterTopic('hall')).say('Is anybody there?');
  const file = () => getFile('lamp', '{ allow: [home.read, home.say] }');
  let deaths = 0;
  for (let writes = 2; ; writes++) {
    const before = (await said()).length;
    const session = await stage.session(lamp, 'hall', file, dyingAfter(stage.store, writes));
    const outcome = await session.wake({ kind: 'arrival', topicId: 'hall' }).catch((error: unknown) => error);
    if (!(outcome instanceof ProcessEnded)) break;
    deaths++;
    const recovering = await stage.session(lamp, 'hall', file);
    await recovering.recover('lamp');
    const [run] = await stage.store.list({ agent: 'lamp' });
    expect(run, `after ${writes} writes`).toMatchObject({ status: 'answered' });
    const { lines, value } = await stage.store.read(run?.runId ?? '');
    expect(replayLog(lines, value).missing).toEqual([]);
    expect((await said()).length, `after ${writes} writes`).toBe(before + 1);
  }
  // One death after each write: the message, three model responses, the read, the prepared input and the verdict.
  expect(deaths).toBeGreaterThanOrEqual(7);
});
