import { tables } from '@agent-home/database';
import { catchUpLines, publishPresence } from '@agent-home/platform';
import { heartbeatKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStream } from '../support/event-stream.ts';
import { eventually } from '../support/eventually.ts';
import { judged, published } from '../support/ledger.ts';
import { look, newOwner, see } from '../support/look.ts';
import { json, RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

let home: TestHome;
let ada: RawAgent;
let otto: string;

const openTopic = (topicId: string, more: object = {}) =>
  home.admin('POST', '/v1/admin/topics', {
    topic_id: topicId,
    title: `Topic ${topicId}`,
    visibility: 'public',
    mode: 'freeform',
    ...more,
  });

beforeAll(async () => {
  home = await startHome();
  otto = await newOwner(home, 'otto');
  ada = await RawAgent.admitted(home, 'ada');
  await openTopic('hall', { title: '春夜 Reading Room' });
  await openTopic('cellar', { visibility: 'invite', allowlist_agent_ids: ['ada'] });
  await published(home);
});
afterAll(() => home.close());

/** Says something, and waits until it is in the bucket. */
async function say(topicId: string, text: string): Promise<number> {
  const row = await judged(home, topicId, await ada.say(topicId, text));
  await published(home);
  return row.sequence;
}

interface Found {
  topics: { topic_id: string }[];
  agents: { agent_id: string }[];
  lines: { topic_id: string; sequence: number; text: string; title: string }[];
  next_cursor?: string;
}
const search = (q: string, more = '', token?: string) =>
  see<Found>(home, `search?q=${encodeURIComponent(q)}${more}`, token);

describe('search', () => {
  const lines = [
    '秋月照空庭，独坐到三更。',
    '今天天气真好',
    'The Lighthouse keeper counts waves',
    'LIGHT and shade; ﬁne print',
    '你好, 世界! hello世界',
    "quotes ' and \\ and & | ! ( ) : * <-> stay text",
    `long ${'word '.repeat(300)}needle`,
  ];
  beforeAll(async () => {
    for (const line of lines) await say('hall', line);
    await say('cellar', '秋月 in the cellar lighthouse');
  }, 60_000);

  const cases: [what: string, asked: string, lines: number[]][] = [
    ['one Chinese character', '月', [0]],
    ['two of them, side by side', '秋月', [0]],
    ['two that are there, but not side by side', '月秋', []],
    ['a whole phrase', '天天气真', [1]],
    ['not over a comma', '庭独', []],
    ['with the comma, both sides of it', '空庭，独坐', [0]],
    ['a word', 'keeper', [2]],
    ['the beginning of a word, in any case', 'lIgHt', [2, 3]],
    ['not the middle of a word', 'house', []],
    ['a ligature by its letters', 'fine', [3]],
    ['several words, in any order', 'waves counts', [2]],
    ['words and characters together', 'hello世界', [4]],
    ['what is written apart, apart', 'hello 你好', [4]],
    ['signs of a query language as nothing', "' and \\ & | ! ( ) : *", [3, 5]],
    ['what stands far behind', 'needle', [6]],
    ['what nobody said', '龘', []],
    ['nothing but signs', '!!!', []],
  ];

  test('finds words by their beginnings and any piece of Chinese, one character too', async () => {
    for (const [what, asked, expected] of cases) {
      const found = await search(asked);
      const texts = found.lines.map((line) => line.text);
      const cut = expected.map((index) => (lines[index] ?? '').slice(0, 280));
      expect([what, texts.toSorted()]).toEqual([what, cut.toSorted()]);
      expect(found.lines.every((line) => line.title === '春夜 Reading Room')).toBe(true);
    }
  });

  test('finds topics by a piece of their title and agents by a piece of their id or name', async () => {
    expect((await search('夜')).topics.map((topic) => topic.topic_id)).toEqual(['hall']);
    expect((await search('reading')).topics.map((topic) => topic.topic_id)).toEqual(['hall']);
    expect((await search('%')).topics).toEqual([]);
    expect((await search('ad')).agents.map((agent) => agent.agent_id)).toEqual(['ada']);
  });

  test('the newest line comes first, and pages go on to the oldest without a gap', async () => {
    const all = await search('and');
    expect(all.lines.length).toBeGreaterThan(1);
    const found: number[] = [];
    let cursor: string | undefined = '';
    while (cursor !== undefined) {
      const page: Found = await search('and', `&limit=1${cursor && `&cursor=${cursor}`}`);
      found.push(...page.lines.map((line) => line.sequence));
      cursor = page.next_cursor;
    }
    expect(found).toEqual(all.lines.map((line) => line.sequence));
    expect(found).toEqual(found.toSorted((a, b) => b - a));
    expect((await look(home, 'search?q=and&cursor=nonsense')).status).toBe(422);
  });

  test('lines judged before the home could search are found once a worker has read them', async () => {
    const { database } = home.open.platform;
    await database.execute(
      sql`insert into ${tables.unreadLines} (topic_id, sequence) select topic_id, sequence from ${tables.spokenLines}`,
    );
    await database.delete(tables.spokenLines);
    expect((await search('月')).lines).toEqual([]);
    await catchUpLines(home.open.platform);
    expect((await search('月')).lines).toHaveLength(1);
    expect(await database.$count(tables.unreadLines)).toBe(0);
  });
});

describe('the stream', () => {
  test('a stream begins with hello and tells each viewer only of what it may see', async () => {
    const [anyone, owner, admin] = await Promise.all([
      openStream(home.url),
      openStream(home.url, otto),
      openStream(home.url, home.secrets.adminToken),
    ]);
    try {
      for (const stream of [anyone, owner, admin])
        await eventually(() => expect(stream.events[0]).toEqual({ event: 'hello', data: {} }));
      const hidden = await say('cellar', 'between us');
      const open = await say('hall', 'to everybody');
      const keyOf = (topic: string, sequence: number) =>
        `topics/${topic}/ledger/${String(sequence).padStart(10, '0')}.json`;
      for (const stream of [anyone, owner, admin])
        await eventually(() => expect(stream.keys()).toContain(keyOf('hall', open)));
      expect(admin.keys()).toContain(keyOf('cellar', hidden));
      for (const stream of [anyone, owner])
        expect(stream.keys().filter((key) => key.includes('cellar'))).toEqual([]);
      // Hints alone: what was said has to be asked for.
      expect(JSON.stringify(admin.events)).not.toContain('between us');
    } finally {
      for (const stream of [anyone, owner, admin]) stream.close();
    }
  });

  test('from its restriction on nobody hears of a topic who may not see it', async () => {
    await openTopic('closing');
    await published(home);
    const [anyone, admin] = await Promise.all([
      openStream(home.url),
      openStream(home.url, home.secrets.adminToken),
    ]);
    try {
      await say('closing', 'open still');
      await eventually(() => expect(anyone.keys()).toContain('topics/closing/state.json'));
      const before = anyone.keys().filter((key) => key.includes('closing')).length;
      await home.admin('POST', '/v1/topics/closing/moderation', {
        action: 'set_audience',
        visibility: 'invite',
        allowlist_agent_ids: ['ada'],
      });
      await say('closing', 'closed now');
      await say('hall', 'and something else');
      await eventually(() => expect(admin.keys().at(-1)).toContain('hall'));
      await eventually(() => expect(anyone.keys().at(-1)).toContain('hall'));
      expect(anyone.keys().filter((key) => key.includes('closing'))).toHaveLength(before);
      expect(admin.keys().filter((key) => key.includes('closing')).length).toBeGreaterThan(before);
    } finally {
      anyone.close();
      admin.close();
    }
  });

  test('who comes back misses nothing of a ledger', async () => {
    const first = await openStream(home.url);
    await eventually(() => expect(first.events).toHaveLength(1));
    const seen = await say('hall', 'heard');
    await eventually(() => expect(first.keys()).toContain('topics/hall/state.json'));
    first.close();
    await say('hall', 'said while nobody listened');
    const second = await openStream(home.url);
    try {
      await eventually(() => expect(second.events[0]?.event).toBe('hello'));
      type Page = { entries: { text: string }[] };
      const page = await see<Page>(home, `topics/hall/ledger?after=${seen}`);
      expect(page.entries.map(({ text }) => text.includes('while nobody listened'))).toEqual([true]);
    } finally {
      second.close();
    }
  });

  test('after a lost connection to the database everybody is greeted anew', async () => {
    const stream = await openStream(home.url);
    try {
      await eventually(() => expect(stream.events).toHaveLength(1));
      await home.open.platform.database.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query ilike 'listen%'`,
      );
      await eventually(() => expect(stream.events.filter(({ event }) => event === 'hello')).toHaveLength(2));
      await say('hall', 'after the break');
      await eventually(() => expect(stream.keys()).toContain('topics/hall/state.json'));
    } finally {
      stream.close();
    }
  });

  test('streams end when the process shuts down, and so many from one address are refused', async () => {
    const second = await home.startSecondApi();
    const streams = await Promise.all(Array.from({ length: 50 }, () => openStream(second.url)));
    const { status, text } = await look(second, 'stream');
    expect([status, JSON.parse(text).code]).toEqual([429, 'rate_limited']);
    streams.pop()?.close();
    const again = await eventually(() => openStream(second.url));
    await second.close();
    expect(await Promise.all([...streams, again].map((stream) => stream.ended))).toEqual(
      Array(50).fill(true),
    );
  });

  test('that somebody came online is told, and that somebody still is is not', async () => {
    const stream = await openStream(home.url);
    try {
      const { platform } = home.open;
      const heard = () => stream.events.filter(({ event }) => event === 'presence').length;
      const { oss } = await ada.client({ type: 'heartbeat_write' });
      await oss.put(heartbeatKey('ada', 1), json({}));
      await publishPresence(platform);
      await eventually(() => expect(heard()).toBe(1));
      await publishPresence(platform);
      const sequence = await say('hall', 'later than the second snapshot');
      await eventually(() => expect(stream.keys().join()).toContain(String(sequence).padStart(10, '0')));
      expect(heard()).toBe(1);
    } finally {
      stream.close();
    }
  });

  test('a session that has ended hears nothing more', async () => {
    const made = await home.admin('POST', '/v1/admin/tokens', { role: 'admin', label: 'short' });
    const stream = await openStream(home.url, String(made.token));
    await eventually(() => expect(stream.events).toHaveLength(1));
    await home.admin('DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
    expect(await stream.ended).toBe(true);
  });
});

describe('what is sealed', () => {
  test('nothing sealed is shown or found before its reveal, and everything after', async () => {
    const bo = await RawAgent.admitted(home, 'bo');
    await openTopic('duel', {
      mode: 'poetry_duel',
      rules: { rounds_max: 1, submission_deadline_seconds: 6, voting_seconds: 1, themes: ['moon'] },
    });
    await published(home);
    const key = await ada.say('duel', '玄鸟 lantern poem\nlantern again');
    await bo.say('duel', 'another lantern\nanother line');
    await judged(home, 'duel', key);
    await published(home);
    const shown = async () => {
      const admin = home.secrets.adminToken;
      const paths = ['topics/duel', 'topics/duel/ledger', 'topics', 'agents/ada', `objects?key=${key}`];
      const texts = await Promise.all(paths.map(async (path) => (await look(home, path, admin)).text));
      const found = [await search('lantern', '', admin), await search('玄', '', admin)];
      return [...texts, JSON.stringify(found.map(({ lines }) => lines))].join('\n');
    };
    expect(await shown()).not.toMatch(/lantern|玄/);
    await eventually(async () => expect((await search('lantern')).lines).toHaveLength(2), 20_000);
    const [line] = (await search('玄')).lines;
    expect(line).toMatchObject({ topic_id: 'duel', agent_id: 'ada' });
  });
});
