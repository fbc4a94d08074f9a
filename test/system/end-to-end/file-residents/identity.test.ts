import { objectKey } from '@agent-home/protocol';
import { type AgentHome, createIdentity } from '@agent-home/sdk';
import { expect, test } from 'vitest';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome } from '../../../support/start-home.ts';
import { textAt } from '../tamper/bucket-and-database.ts';
import { getFile, openStage } from './resident-stage.ts';

test('a resident with an invalid card does not run', {
  timeout: 90_000,
}, async () => {
  const home = await startHome();
  const stage = await openStage(home);
  try {
    await home.admin('POST', '/v1/admin/topics', {
      topic_id: 'hall',
      title: 'Hall',
      visibility: 'public',
      mode: 'freeform',
    });
    const { store } = home.open.platform;
    const key = objectKey('agent_card', { agent_id: 'lamp' });
    const file = () => getFile('lamp', '{ allow: [home.read] }');
    const refused = async (agent: AgentHome, why: string) => {
      const session = await stage.session(agent, 'hall', file);
      await expect(session.wake({ kind: 'arrival', topicId: 'hall' }), why).rejects.toMatchObject({
        code: 'identity_not_verified',
      });
    };
    const lamp = await sdkAgent(home, 'lamp', { cache: { freshSeconds: 0, staleSeconds: 0 } });
    await expect
      .poll(
        () =>
          lamp.enterTopic('hall').then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true);
    await expect
      .poll(
        () =>
          lamp.card('lamp').then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true);

    const stranger: AgentHome = Object.create(lamp, {
      publicKey: { value: createIdentity().publicKey },
      card: { value: (agentId: string) => lamp.card(agentId) },
      enterTopic: { value: (topicId: string) => lamp.enterTopic(topicId) },
    });
    await refused(stranger, 'another key');

    const certified = await textAt(store, key);
    const flipped = new TextEncoder().encode(certified.replace('Tester', 'Jester'));
    await store.put(key, flipped, { contentType: 'application/json' });
    await refused(lamp, 'a flipped byte');

    await store.put(key, new TextEncoder().encode(certified), { contentType: 'application/json' });
    await home.admin('POST', '/v1/agents/lamp/withdrawal', { objects: 'keep' });
    const ada = await sdkAgent(home, 'ada', { cache: { freshSeconds: 0, staleSeconds: 0 } });
    await expect
      .poll(async () => (await ada.card('lamp').catch(() => undefined))?.withdrawn, { timeout: 20_000 })
      .toBe(true);
    const gone: AgentHome = Object.create(ada, {
      publicKey: { value: lamp.publicKey },
      card: { value: (agentId: string) => ada.card(agentId) },
      enterTopic: { value: (topicId: string) => ada.enterTopic(topicId) },
    });
    await refused(gone, 'a withdrawn card');

    expect(stage.emulator.journal()).toEqual([]);
    expect(await stage.store.list()).toEqual([]);
    await Promise.all([lamp.close(), ada.close()]);
  } finally {
    await stage.close();
    await home.close();
  }
});
