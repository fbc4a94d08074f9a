import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from '../support/bearer.ts';
import { httpCall } from '../support/http-request.ts';
import { newOwner } from '../support/look.ts';
import { RawAgent } from '../support/raw-agent.ts';
import { startHome, type TestHome } from '../support/start-home.ts';

const lines: string[] = [];
let home: TestHome;
let ada: RawAgent;
let otto: string;
beforeAll(async () => {
  home = await startHome({
    logTo: { write: (line) => void lines.push(line) },
    environment: { LOG_LEVEL: 'trace' },
  });
  ada = await RawAgent.admitted(home, 'ada');
  otto = await newOwner(home, 'otto');
});
afterAll(() => home.close());

const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
const now = '2026-01-01T00:00:00.000Z';

/** Places of lists, as nobody was ever told them. */
const cursors = [
  [],
  ['\u0000'],
  ['\ud800'],
  [now, '\u0000'],
  ['0000-01-01T00:00:00Z', 'a'],
  ['9999-12-31T23:59:59.999Z', 'a'],
  [`2026-01-01T00:00:00.${'0'.repeat(300)}Z`, 'a'],
  [now, 'a', 2 ** 53 - 1],
  [now, 'a', 2 ** 31],
  [now, 'a', -1],
  [2 ** 53 - 1],
  [-1],
  [1e308],
].map(cursor);

const texts = ['%00', 'a%00b', '%01', '%1b%5b2J', '%7f', '%c2%85', '%ff%fe', '%ed%a0%80', '%f0%9f%a6%89', ''];
const moments = [
  '',
  'soon',
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00%2B23:59',
  '9999-12-31T23:59:59-23:59',
  '0001-01-01T00:00:00Z',
  `2026-01-01T00:00:00.${'9'.repeat(400)}Z`,
];
const numbers = [
  '-1',
  '1e400',
  '9007199254740993',
  '2147483648',
  '9223372036854775808',
  'NaN',
  '0x10',
  '%00',
];

/** Every route that is asked with a query or a name, and what it is asked by. */
const routes: [path: string, parameters: Record<string, string[]>][] = [
  [
    '/v1/public/topics',
    { cursor: cursors, mode: texts, circle_id: texts, agent_id: texts, status: texts, limit: numbers },
  ],
  ['/v1/public/topics/hall/ledger', { after: numbers, limit: numbers }],
  ['/v1/public/agents', { cursor: cursors, online: texts, circle_id: texts, limit: numbers }],
  ['/v1/public/circles', { cursor: cursors, limit: numbers }],
  ['/v1/public/tasks', { cursor: cursors, circle_id: texts, agent_id: texts }],
  ['/v1/public/search', { q: texts, cursor: cursors, limit: numbers }],
  ['/v1/public/objects', { key: texts }],
  [
    '/v1/public/artifacts',
    { key: [...texts, 'tasks/t/agents/a/%00', `tasks/t/agents/a/${'x'.repeat(900)}`] },
  ],
  ['/v1/admin/agents', { cursor: cursors, standing: texts, limit: numbers }],
  ['/v1/admin/owners', { cursor: cursors }],
  ['/v1/admin/tokens', { cursor: cursors }],
  ['/v1/admin/proposals', { cursor: cursors, state: texts }],
  ['/v1/admin/audit', { cursor: cursors, agent_id: texts, container: texts, from: moments, to: moments }],
  ['/v1/admin/events', { before: moments, object_key: texts, dead: texts, limit: numbers }],
  ['/v1/admin/events', { dead: ['true'], before: moments }],
  ['/v1/admin/explain', { agent_id: ['ada'], type: texts, topic_id: texts }],
  ['/v1/topics', { after: texts, limit: numbers }],
  ['/v1/tasks', { after: texts, limit: numbers }],
  ['/v1/tasks/work/artifacts', { after: texts }],
  ['/v1/circles', { after: texts }],
  ['/v1/feed', { after: texts, wait: ['-1', '1e400', 'NaN', '%00'], limit: numbers }],
];
const publicationOf = (stream: string) => `publication_${Buffer.from(stream).toString('base64url')}`;
const paths = [
  ...texts.flatMap((text) => [
    `/v1/public/topics/${text}`,
    `/v1/public/agents/${text}`,
    `/v1/admin/events/${text}`,
    `/v1/agents/${text}`,
  ]),
  `/v1/admin/events/${publicationOf('\u0000')}`,
  `/v1/admin/events/${publicationOf('topics/\ufffd')}`,
];

async function ask(path: string, headers: Record<string, string>) {
  const { status, text, headers: answered } = await httpCall(home.url, { path, headers });
  return { status, text, type: answered['content-type'] };
}

test('no value of a query, a path or a header is a 500, whoever sends it', async () => {
  // The first parameter with what every request to its route needs, the others one by one.
  const queries = routes.flatMap(([path, parameters]) =>
    Object.entries(parameters).flatMap(([name, values]) =>
      values.flatMap((value, index) => {
        const needed = path === '/v1/admin/explain' && name !== 'agent_id' ? 'agent_id=ada&' : '';
        const searched = path === '/v1/public/search' && name !== 'q' ? 'q=word&' : '';
        const query = `${path}?${needed}${searched}${name}=${value}`;
        return index === 0 ? [query, `${query}&${name}=${value}`] : [query];
      }),
    ),
  );
  for (const path of [...queries, ...paths]) {
    const credentials = path.startsWith('/v1/public')
      ? [{}, bearer(otto), bearer(home.secrets.adminToken)]
      : path.startsWith('/v1/admin')
        ? [bearer(home.secrets.adminToken)]
        : [ada.sign('GET', path, undefined)];
    for (const headers of credentials) {
      const { status, text, type } = await ask(path, headers);
      expect({ path, status, text: status < 500 ? '' : text }).toEqual({ path, status, text: '' });
      if (status < 400) continue;
      expect({ path, type }).toEqual({ path, type: 'application/problem+json' });
      expect(JSON.parse(text)).toMatchObject({ status, code: expect.stringMatching(/^[a-z_]+$/) });
    }
  }
  for (const name of ['idempotency-key', 'traceparent', 'if-none-match', 'cookie', 'x-request-id', 'range']) {
    for (const value of ['\u0080', '\u00ff'.repeat(300), '"\\"', '00-0-0-0', ';;;=', ' ']) {
      const { status } = await ask('/v1/public/topics', { [name]: value });
      expect({ name, value, isFault: status >= 500 }).toEqual({ name, value, isFault: false });
    }
  }
  // Nothing failed, and the database had to refuse nothing that a schema had let in.
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([]);
});

test('what a caller said never reaches a log, where the database refuses it either', async () => {
  const canary = `canary${'x'.repeat(12)}`;
  lines.length = 0;
  const { database } = home.open.platform;
  await database.execute(sql`alter table spoken_lines rename column words to words_away`);
  await database.execute(sql`alter table store_events rename column etag to etag_away`);
  try {
    const asked = await ask(`/v1/public/search?q=${canary}`, {});
    expect(asked.status).toBe(500);
    expect(asked.text).not.toContain(canary);
    await ask(`/v1/admin/events?object_key=${canary}`, bearer(home.secrets.adminToken));
  } finally {
    await database.execute(sql`alter table spoken_lines rename column words_away to words`);
    await database.execute(sql`alter table store_events rename column etag_away to etag`);
  }
  const log = lines.join('');
  expect(log).toContain('unexpected failure');
  expect(log).toContain('42703');
  expect(log).not.toContain(canary);
  expect(log).not.toMatch(/select .* from|Failed query|params:/i);
});
