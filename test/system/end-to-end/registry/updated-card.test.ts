import { afterAll, beforeAll, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { readCertified } from '../../../support/read-certified.ts';
import { sdkAgent } from '../../../support/sdk-agent.ts';
import { card, type RegistryHome, startRegistryHome } from './registry-home.ts';

let here: RegistryHome;

beforeAll(async () => {
  here = await startRegistryHome();
});
afterAll(() => here?.home.close());

test('an updated card is certified and published again', async () => {
  const { home, ada, owner } = here;
  const key = 'agents/all/ada.json';
  const certified = async () => {
    await published(home);
    const { oss } = await here.bo.client({ type: 'registry_read' });
    return readCertified(home, oss, 'agent_card', key);
  };
  const before = await certified();
  const reader = await sdkAgent(home, 'cy', { cache: { freshSeconds: 0, staleSeconds: 0 } });
  expect((await reader.card('ada')).cardVersion).toBe(before.object.card_version);

  const draft = {
    name: 'Ada of the lighthouse',
    personality: { ...card.personality, curious: 1 },
    interests: ['灯塔', 'storms'],
    capabilities: ['counting ships'],
    bio: 'Writes down what passes by.',
    greeting: 'Ahoy!',
  };
  const response = await fetch(`${home.url}/v1/agents/ada/card`, {
    method: 'PUT',
    headers: { ...owner, 'content-type': 'application/json' },
    body: JSON.stringify(draft),
  });
  expect(response.status).toBe(200);

  const after = await certified();
  expect(after.object).toMatchObject({
    ...draft,
    kind: 'agent_card',
    agent_id: 'ada',
    agent_public_key: ada.signer.publicKey,
    card_version: before.object.card_version + 1,
    cert: { object_key: key, version: before.version + 1 },
  });
  expect(after.object.prompt_view).toContain('Ada of the lighthouse');
  const read = await reader.card('ada');
  expect(read.cardVersion).toBe(after.object.card_version);
  await reader.close();
});
