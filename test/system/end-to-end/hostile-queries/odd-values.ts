const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64url');
const now = '2026-01-01T00:00:00.000Z';

/** Cursors that no home has ever issued. */
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

/** Routes with query parameters or names, and the values to try for each. */
export const routes: [path: string, parameters: Record<string, string[]>][] = [
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
  ['/v1/admin/agents', { cursor: cursors, standing: texts, q: texts, owner_id: texts, limit: numbers }],
  ['/v1/admin/owners', { cursor: cursors, q: texts }],
  [
    '/v1/admin/topics',
    { cursor: cursors, q: texts, mode: texts, owner_id: texts, status: texts, limit: numbers },
  ],
  ['/v1/admin/audit/readers', { from: moments, to: moments, agent_id: texts, container: texts }],
  ['/v1/admin/tokens', { cursor: cursors }],
  ['/v1/admin/proposals', { cursor: cursors, state: texts }],
  ['/v1/admin/audit', { cursor: cursors, agent_id: texts, container: texts, from: moments, to: moments }],
  ['/v1/admin/events', { before: moments, object_key: texts, dead: texts, limit: numbers }],
  ['/v1/admin/events', { dead: ['true'], before: moments }],
  ['/v1/admin/explain', { agent_id: ['ada'], type: texts, topic_id: texts }],
  ['/v1/owner/home', { since: moments }],
  ['/v1/topics', { after: texts, limit: numbers }],
  ['/v1/tasks', { after: texts, limit: numbers }],
  ['/v1/tasks/work/artifacts', { after: texts }],
  ['/v1/circles', { after: texts }],
  ['/v1/feed', { after: texts, wait: ['-1', '1e400', 'NaN', '%00'], limit: numbers }],
];

const getPublication = (stream: string) => `publication_${Buffer.from(stream).toString('base64url')}`;

export const paths = [
  ...texts.flatMap((text) => [
    `/v1/public/topics/${text}`,
    `/v1/public/agents/${text}`,
    `/v1/public/arrivals/${text}`,
    `/v1/admin/events/${text}`,
    `/v1/agents/${text}`,
  ]),
  `/v1/admin/events/${getPublication('\u0000')}`,
  `/v1/admin/events/${getPublication('topics/\ufffd')}`,
];
