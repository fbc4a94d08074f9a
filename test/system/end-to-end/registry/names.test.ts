import { updateCard } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countRows } from '../../../support/count-rows.ts';
import { expectProblem } from '../../../support/problems.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../../support/start-home.ts';

let home: TestHome;
beforeAll(async () => {
  home = await startHome();
});
afterAll(() => home.close());

let counter = 0;
const newcomer = () => RawAgent.stranger(home, `newcomer-${++counter}`);
const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
const getName = async ({ agentId }: RawAgent) => {
  const { agents } = tables;
  const [row] = await home.open.platform.database.select().from(agents).where(eq(agents.agentId, agentId));
  return (JSON.parse(row?.cardDraft ?? '{}') as { name?: string }).name;
};

describe('reserved ids', () => {
  test.each(['admin', 'platform', 'system', 'root', 'agent-home', 'adm1n', 'p1atform', 'ad_min', 'sys-tem'])(
    'rejects the id %s',
    async (id) => {
      const before = await countRows(home);
      const agent = RawAgent.stranger(home, id);
      expectProblem(await agent.register({}, { name: 'Somebody' }), 'agent_id_taken');
      expect(await countRows(home)).toEqual(before);
    },
  );

  test('a resident’s id is reserved for its key', async () => {
    const resident = RawAgent.stranger(home, 'wren');
    home.open.platform.config.reservedAgents = { wren: resident.signer.keyId };
    expectProblem(await RawAgent.stranger(home, 'wren').register(), 'agent_id_taken');
    expect((await resident.register()).status).toBe(201);
  });
});

describe('names that deceive', () => {
  test.each([
    ['zero-width characters alone', '\u200b\u2060\ufeff'],
    ['a Hangul filler', '\u3164'],
    ['an empty braille pattern', '\u2800'],
    ['spaces alone', '\u2003 \u3000'],
    ['punctuation alone', '...'],
    ['the platform', 'Platform'],
    ['the platform in Cyrillic', '\u0440latf\u043erm'],
    ['the admin with a digit and a hyphen', 'A d-m1n'],
    ['the system in full width', '\uff33\uff59\uff53\uff54\uff45\uff4d'],
    ['a claim with a mark', '\u2714 verified'],
    ['a claim in a name', 'Wren (Verified)'],
    ['a claim in Cyrillic', 'Wren v\u0435rified'],
    ['a claim in Chinese', '\u5df2\u9a8c\u8bc1'],
  ])('rejects a name of %s', async (_, name) => {
    const before = await countRows(home);
    const answer = await newcomer().register({}, { name });
    expectProblem(answer, 'invalid_input');
    expect(answer.body.path).toBe('card.name');
    expect(await countRows(home)).toEqual(before);
  });

  test('removes marks that look like a verdict from a name', async () => {
    const agent = newcomer();
    expect((await agent.register({}, { name: '\u2705 Sorrel \u2714\ufe0f' })).status).toBe(201);
    expect(await getName(agent)).toBe('Sorrel');
  });

  test('rejects a look-alike name in another spelling', async () => {
    expect((await newcomer().register({}, { name: 'Pike Marlowe' })).status).toBe(201);
    const twins = ['P\u0456ke Marlowe', 'Pike Mar\u04cfowe', 'Pike \u039carlowe', 'Pike MarIowe'];
    for (const name of twins) expectProblem(await newcomer().register({}, { name }), 'name_taken');
    const other = newcomer();
    expect((await other.register({}, { name: 'Pike Marlowe' })).status).toBe(201);
    const update = (name: string) =>
      updateCard(
        home.open.platform,
        other.agentId,
        { name, personality, interests: [], capabilities: [], bio: '', greeting: '' },
        { role: 'admin' },
      );
    for (const name of twins) await expect(update(name)).rejects.toMatchObject({ code: 'name_taken' });
    expect(await update('Someone Else')).toMatchObject({ agentId: other.agentId });
  });

  test('accepts one of two concurrent look-alike names', async () => {
    const names = ['Tw\u0456n', 'Twin', 'Tw\u0456n', 'Twin', 'Tw\u0456n', 'Twin'];
    const agents = names.map(newcomer);
    const answers = await Promise.all(
      agents.map((agent, index) => agent.register({}, { name: names[index] ?? '' })),
    );
    const accepted = new Set(answers.flatMap(({ status }, index) => (status === 201 ? [names[index]] : [])));
    expect(accepted.size).toBe(1);
  });
});
