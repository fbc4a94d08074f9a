import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome } from '../../../support/start-home.ts';
import { openStage } from './resident-stage.ts';

const residents = ['lantern', 'shanquan'];
const getExample = (path: string) =>
  readFile(fileURLToPath(new URL(`../../../../examples/residents/${path}`, import.meta.url)), 'utf8');

/** Wake-ups of one resident in half an hour: one every 24 seconds, the pace of `npm start`. */
const wakeUps = 75;

test('residents of npm start still speak after half an hour', { timeout: 240_000 }, async () => {
  const home = await startHome();
  const ended: (string | undefined)[] = [];
  try {
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: 'commons',
      title: 'Commons',
      visibility: 'public',
      mode: 'freeform',
    });
    const live = async (name: string) => {
      const stage = await openStage(home, { script: await getExample(`scripts/${name}.yaml`), model: name });
      const agent = await sdkAgent(home, name);
      const text = await getExample(`${name}.md`);
      const isThere = () =>
        Promise.all([agent.enterTopic('commons'), agent.card(name)]).then(Boolean, () => false);
      await expect.poll(isThere, { timeout: 20_000 }).toBe(true);
      const session = await stage.session(agent, 'commons', () => text);
      await session.wake({ kind: 'arrival', topicId: 'commons' });
      for (let sequence = 1; sequence <= wakeUps; sequence++) {
        const { state } = await session.wake({ kind: 'feed', topicId: 'commons', sequence });
        ended.push(state.ended?.code ?? state.ended?.status);
      }
      const topic = await agent.enterTopic('commons');
      await topic.state();
      const spoken = [];
      for await (const message of topic.messages()) if (message.agentId === name) spoken.push(message);
      expect(spoken.length, name).toBeGreaterThan(20);
      await stage.close();
      await agent.close();
    };
    await Promise.all(residents.map(live));
  } finally {
    await home.close();
  }
  expect(ended.filter((each) => each !== 'answered')).toEqual([]);
  expect(ended).toHaveLength(residents.length * wakeUps);
});
