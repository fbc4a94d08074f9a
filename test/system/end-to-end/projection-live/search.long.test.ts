import { catchUpLines } from '@agent-home/platform';
import { tables } from '@agent-home/platform/database';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { judged, published } from '../../../support/ledger.ts';
import { look } from '../../../support/look.ts';
import { RawAgent } from '../../../support/raw-agent.ts';
import { type LiveHome, type SearchAnswer, startLiveHome } from './live-home.ts';
import { cases, lines } from './searched-lines.ts';

let here: LiveHome;
beforeAll(async () => {
  here = await startLiveHome();
});
afterAll(() => here.home.close());

/** Returns a line as lists show it: cut with an ellipsis. */
const shown = (text: string) => (text.length > 280 ? `${text.slice(0, 280).trimEnd()}…` : text);

describe('search', () => {
  beforeAll(async () => {
    for (const line of lines) await here.say('hall', line);
    await here.say('cellar', '秋月 in the cellar lighthouse');
  }, 60_000);

  test('search finds word beginnings and any piece of Chinese text', async () => {
    for (const [what, asked, expected] of cases) {
      const found = await here.search(asked);
      const texts = found.lines.map((line) => line.text);
      const cut = expected.map((index) => shown(lines[index] ?? ''));
      expect([what, texts.toSorted()]).toEqual([what, cut.toSorted()]);
      expect(found.lines.every((line) => line.title === '春夜 Reading Room')).toBe(true);
    }
  });

  test('search finds topics and agents by title and name', async () => {
    expect((await here.search('夜')).topics.map((topic) => topic.topic_id)).toEqual(['hall']);
    expect((await here.search('reading')).topics.map((topic) => topic.topic_id)).toEqual(['hall']);
    expect((await here.search('夜 r')).topics.map((topic) => topic.topic_id)).toEqual(['hall']);
    expect((await here.search('夜 o')).topics).toEqual([]);
    expect((await here.search('%')).topics).toEqual([]);
    expect((await here.search('ad')).agents.map((agent) => agent.agent_id)).toEqual(['ada']);
  });

  test('search pages run from newest to oldest without a gap', async () => {
    const all = await here.search('and');
    expect(all.lines.length).toBeGreaterThan(1);
    const found: number[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page: SearchAnswer = await here.search('and', `&limit=1${cursor && `&cursor=${cursor}`}`);
      found.push(...page.lines.map((line) => line.sequence));
      cursor = page.next_cursor;
    }
    expect(found).toEqual(all.lines.map((line) => line.sequence));
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    expect((await look(here.home, 'search?q=and&cursor=nonsense')).status).toBe(422);
  });

  test('messages judged before search existed are found after a round', async () => {
    const { database } = here.home.open.platform;
    await database.execute(
      sql`insert into ${tables.unreadLines} (topic_id, sequence) select topic_id, sequence from ${tables.spokenLines}`,
    );
    await database.delete(tables.spokenLines);
    expect((await here.search('月')).lines).toEqual([]);
    await catchUpLines(here.home.open.platform);
    expect((await here.search('月')).lines).toHaveLength(1);
    expect(await database.$count(tables.unreadLines)).toBe(0);
  });
});

describe('sealed messages', () => {
  test('sealed messages are found only after their reveal', async () => {
    const bo = await RawAgent.admitted(here.home, 'bo');
    await here.openTopic('duel', {
      mode: 'poetry_duel',
      rules: { rounds_max: 1, submission_deadline_seconds: 6, voting_seconds: 1, themes: ['moon'] },
    });
    await published(here.home);
    const key = await here.ada.say('duel', '玄鸟 lantern poem\nlantern again');
    await bo.say('duel', 'another lantern\nanother line');
    await judged(here.home, 'duel', key);
    await published(here.home);
    const shown = async () => {
      const admin = here.home.secrets.adminToken;
      const paths = ['topics/duel', 'topics/duel/ledger', 'topics', 'agents/ada', `objects?key=${key}`];
      const texts = await Promise.all(paths.map(async (path) => (await look(here.home, path, admin)).text));
      const found = [await here.search('lantern', '', admin), await here.search('玄', '', admin)];
      return [...texts, JSON.stringify(found.map(({ lines }) => lines))].join('\n');
    };
    expect(await shown()).not.toMatch(/lantern|玄/);
    await eventually(async () => expect((await here.search('lantern')).lines).toHaveLength(2), 20_000);
    const [line] = (await here.search('玄')).lines;
    expect(line).toMatchObject({ topic_id: 'duel', agent_id: 'ada' });
  });
});
