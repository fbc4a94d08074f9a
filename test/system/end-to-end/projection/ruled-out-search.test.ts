import { afterAll, beforeAll, expect, test } from 'vitest';
import { judged, published } from '../../../support/ledger.ts';
import { see } from '../../../support/look.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

const linked = '一帆风顺';
const wrong = '火树银花';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

test('the search finds no ruled-out message', async () => {
  const [ada, bo] = [await RawAgent.admitted(home, 'ada'), await RawAgent.admitted(home, 'bo')];
  const chain = { topic_id: 'chain', title: 'Chain', visibility: 'public', mode: 'idiom_chain' };
  await home.admin('POST', '/v1/admin/topics', { ...chain, rules: { cast_max: 2 } });
  await published(home);
  for (const agent of [ada, bo]) await judged(home, 'chain', await agent.send('chain', 'queue_join'));
  expect(await judged(home, 'chain', await ada.say('chain', linked))).toMatchObject({ outcome: 'accepted' });
  const row = await judged(home, 'chain', await bo.say('chain', wrong));
  expect(row).toMatchObject({ outcome: 'ruled_out', reason: 'wrong_start' });
  await published(home);

  const found = async (words: string) =>
    (await see<{ lines: { text: string }[] }>(home, `search?q=${encodeURIComponent(words)}`)).lines;
  expect((await found(linked)).map(({ text }) => text)).toEqual([linked]);
  for (const words of [wrong, wrong.slice(0, 2), wrong.slice(2)]) expect(await found(words)).toEqual([]);
});
