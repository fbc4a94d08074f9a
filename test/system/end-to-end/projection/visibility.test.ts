import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { published } from '../../../support/ledger.ts';
import { look, see } from '../../../support/look.ts';
import { denyShell } from '../../../support/policy-texts.ts';
import { type AudiencesHome, lookers, names, seenBy, startAudiencesHome } from './audiences-home.ts';

let here: AudiencesHome;
beforeAll(async () => {
  here = await startAudiencesHome();
});
afterAll(() => here.home.close());

describe('visibility', () => {
  async function expectSeen(who: (typeof lookers)[number]): Promise<void> {
    const expected = (prefix: string) =>
      names.filter((name) => seenBy[name].includes(who)).map((name) => `${prefix}-${name}`);
    expect((await here.idsIn('topics', 'topic_id', who)).toSorted()).toEqual(expected('t').toSorted());
    expect((await here.idsIn('tasks', 'task_id', who)).toSorted()).toEqual(expected('k').toSorted());
    const circles = ['olga', 'admin'].includes(who) ? ['hidden', 'listed'] : ['listed'];
    expect(await here.idsIn('circles', 'circle_id', who)).toEqual(circles);
    const { lines } = await see<{ lines: { topic_id: string }[] }>(
      here.home,
      'search?q=matters',
      here.tokens[who],
    );
    const spoken = expected('t').filter((id) => id !== 't-platform');
    expect(lines.map((line) => line.topic_id).toSorted()).toEqual(spoken.toSorted());
    type Ada = { topics: { id: string }[]; recent_lines: { topic_id: string }[]; circles: { id: string }[] };
    const ada = await see<Ada>(here.home, 'agents/ada', here.tokens[who]);
    expect(ada.topics.map(({ id }) => id).toSorted()).toEqual(spoken.toSorted());
    expect(ada.recent_lines.map((line) => line.topic_id).toSorted()).toEqual(spoken.toSorted());
    // Only members see the membership, even if the circle is listed.
    expect(ada.circles.map(({ id }) => id)).toEqual(
      ['olga', 'admin'].includes(who) ? ['hidden', 'listed'] : [],
    );
    const { members } = await see<{ members: object[] }>(here.home, 'circles/listed', here.tokens[who]);
    expect(members).toHaveLength(['olga', 'admin'].includes(who) ? 1 : 0);
  }

  test('each viewer sees exactly its permitted containers of every kind', async () => {
    for (const who of lookers) await expectSeen(who);
  });

  test('a hidden object gets the response of a missing one', async () => {
    const collectPaths = (topic: string, task: string, circle: string) => [
      `topics/${topic}`,
      `topics/${topic}/ledger`,
      `tasks/${task}`,
      `circles/${circle}`,
      ...['manifest', 'state', 'ledger/0000000001'].map((name) => `objects?key=topics/${topic}/${name}.json`),
      `objects?key=tasks/${task}/manifest.json`,
      `objects?key=circles/${circle}/manifest.json`,
      `objects?key=circles/${circle}/members/ada.json`,
      `artifacts?key=tasks/${task}/agents/ada/a.txt`,
    ];
    const nowhere = collectPaths('nowhere', 'nowhere', 'nowhere');
    for (const who of lookers)
      for (const name of names.filter((one) => !seenBy[one].includes(who))) {
        const asked = collectPaths(`t-${name}`, `k-${name}`, who === 'olga' ? 'nowhere' : 'hidden');
        for (const [index, path] of asked.entries()) {
          const [hidden, absent] = await Promise.all([
            look(here.home, path, here.tokens[who]),
            look(here.home, nowhere[index] ?? '', here.tokens[who]),
          ]);
          expect([path, who, hidden.status, hidden.text]).toEqual([path, who, 404, absent.text]);
          const headers = (from: Headers) => [...from.keys()].filter((header) => header !== 'keep-alive');
          expect(headers(hidden.headers)).toEqual(headers(absent.headers));
        }
      }
  });

  test('keys of an agent’s own objects open nothing', async () => {
    const ledger = await see<{ entries: { text: string }[] }>(here.home, 'topics/t-public/ledger');
    const [said] = ledger.entries.flatMap(
      ({ text }) => /topics\/t-public\/messages\/[^"\\]+/.exec(text) ?? [],
    );
    expect(said).toBeDefined();
    for (const key of [said, 'agents/heartbeats/0/ada.last', 'tasks/k-public/agents/ada/index.json'])
      expect((await look(here.home, `objects?key=${key}`, here.tokens.admin)).status).toBe(404);
  });

  test('a prompt bundle is visible to owner and admins', async () => {
    const body = { base_prompt: 'be kind' };
    await fetch(`${here.home.url}/v1/agents/ada/prompt-bundle`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${here.tokens.olga}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await published(here.home);
    const statuses = await Promise.all(
      lookers.map(
        async (who) =>
          (await look(here.home, 'objects?key=agents/prompts/ada/bundle.json', here.tokens[who])).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 200, 200]);
  });

  test('a policy bundle is visible to owner and admins', async () => {
    await here.home.admin('PUT', '/v1/agents/ada/policies', { policies: [{ text: denyShell }] });
    await published(here.home);
    const statuses = await Promise.all(
      lookers.map(
        async (who) =>
          (await look(here.home, 'objects?key=agents/prompts/ada/policies.json', here.tokens[who])).status,
      ),
    );
    expect(statuses).toEqual([404, 404, 200, 200]);
  });

  test('a home without anonymous viewers requires a sign-in', async () => {
    const closed = await here.home.startSecondApi({ anonymousPage: false });
    try {
      for (const path of ['topics', 'topics/t-public', 'agents', 'search?q=a', 'modes', 'trust', 'stream']) {
        const { status, text } = await look(closed, path);
        expect([path, status, JSON.parse(text).code]).toEqual([path, 401, 'unauthenticated']);
      }
      expect((await look(closed, 'topics', here.tokens.olga)).status).toBe(200);
      expect((await look(closed, 'topics', `aht_${'x'.repeat(43)}`)).status).toBe(401);
    } finally {
      await closed.close();
    }
  });
});
