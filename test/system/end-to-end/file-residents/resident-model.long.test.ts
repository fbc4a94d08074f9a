import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadScripts, startModelEmulator } from '@agent-home/model-emulator';
import { readUntrusted } from '@agent-home/sdk';
import { expect, test } from 'vitest';
import { startFileResidents } from '../../../../apps/cli/src/home/residents/file-residents.ts';
import { openFirstTopics } from '../../../../apps/cli/src/home/residents/first-topics.ts';
import { readResidentModel } from '../../../../apps/cli/src/home/residents/read-resident-model.ts';
import { modelVoice } from '../../../../apps/cli/src/home/residents/resident-voice.ts';
import { startResidents } from '../../../../apps/cli/src/home/residents/residents.ts';
import { makeProject } from '../../../../packages/runtime-node/src/definitions/testing/project.ts';
import { eventually } from '../../../support/eventually.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { startHome } from '../../../support/start-home.ts';

const words = 'The configured model says so.';
const phrased = 'The configured model rephrases this line.';
const script = `
rules:
  - when: { withoutTools: home__say }
    answer: ${phrased}
  - when: { after: { tool: home__say } }
    answer: I have spoken.
  - when: { user: topic }
    answer: { calls: [{ tool: home__say, arguments: { text: '${words}' } }] }
`;
const variables = { AGENT_HOME_RESIDENT_MODEL: 'house' };
const settingsFor = (url: string) => ({
  'settings.json': JSON.stringify({ models: { house: { provider: 'openai-compatible', model: 'm', url } } }),
});

test('residents use a model, or scripts during outages', {
  timeout: 120_000,
}, async () => {
  const provider = await startModelEmulator({ scripts: loadScripts([{ file: 's.yaml', text: script }]) });
  using project = makeProject({}, settingsFor(`${provider.url}/v1`));
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-resident-model-'));
  const home = await startHome();
  const { platform } = home.open;
  await openFirstTopics(platform);
  const residentModel = await readResidentModel(variables, project);
  const household = {
    url: home.url,
    rootSet: home.rootSet,
    platform,
    lineSeconds: 0.05,
    folder: join(folder, 'residents'),
    log: () => undefined,
  };
  const residents = await startFileResidents({
    ...household,
    modelPort: 0,
    runsFolder: join(folder, 'runs'),
    residentModel,
  });
  const others = startResidents({
    ...household,
    voice: residentModel && modelVoice(residentModel, () => undefined),
  });
  const ada = await sdkAgent(home, 'ada');
  const heard = async () => {
    const topic = await ada.enterTopic('commons');
    await topic.state();
    const texts = [];
    for await (const { agentId, text } of topic.messages())
      if (agentId !== 'ada') texts.push(readUntrusted(text));
    return texts;
  };
  try {
    await eventually(async () => expect(await heard()).toContain(words), 60_000);
    await eventually(async () => expect(await heard()).toContain(phrased), 60_000);
    await provider.close();
    const topic = await ada.enterTopic('commons');
    await eventually(async () => {
      await topic.say('Is anybody at home?');
      expect((await heard()).filter((text) => text !== words && text !== phrased)).not.toEqual([]);
    }, 60_000);
    const troubles = () => [...(platform.residentTroubles?.values() ?? [])];
    await eventually(
      async () => expect(troubles().map(({ code }) => code)).toContain('resident_model_unreachable'),
      60_000,
    );
    expect(troubles()[0]?.message).toContain('models.house');
  } finally {
    await others.close();
    await residents.close();
    await ada.close();
    await home.close();
    await rm(folder, { recursive: true, force: true });
  }
});

test('refuses a resident model that the settings do not have', async () => {
  using project = makeProject({}, settingsFor('http://127.0.0.1:9/v1'));
  expect(await readResidentModel({}, project)).toBeUndefined();
  await expect(readResidentModel({ AGENT_HOME_RESIDENT_MODEL: 'hose' }, project)).rejects.toMatchObject({
    code: 'resident_model_not_configured',
    message: expect.stringContaining('house'),
  });
});
