import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { published } from '../../support/ledger.ts';
import { sdkAgent } from '../../support/sdk-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';

let home: TestHome;
const title = 'Bread & "roses" <script>alert(1)</script>';

beforeAll(async () => {
  home = await startHome();
  const baker = await sdkAgent(home, 'baker');
  const topics = [
    ['bakery', 'public', {}],
    ['back-room', 'invite', { allowlist_agent_ids: ['baker'] }],
  ] as const;
  for (const [topic_id, visibility, audience] of topics)
    await home.admin('POST', '/v1/admin/topics', {
      topic_id,
      title,
      visibility,
      mode: 'freeform',
      ...audience,
    });
  await published(home);
  const bakery = await baker.enterTopic('bakery');
  await bakery.say('It\'s $& done: "golden" <b>crust</b>.');
  const room = await baker.enterTopic('back-room');
  await room.say('The recipe is a secret.');
  await baker.close();
  await eventually(async () => {
    const { topic } = (await home.admin('GET', '/v1/public/topics/bakery')) as {
      topic: { last_line?: object };
    };
    expect(topic.last_line).toBeDefined();
    await home.admin('GET', '/v1/public/topics/back-room');
  });
}, 60_000);
afterAll(() => home?.close());

/** Returns the page of an address without the parts that differ in every response. */
async function getPage(path: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(`${home.url}${path}`, { headers: { accept: 'text/html', ...headers } });
  expect(answer.status).toBe(200);
  return (await answer.text()).replace(/nonce="[^"]*"/, 'nonce=""');
}

const getContent = (page: string, property: string) =>
  new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(page)?.[1];

test('a public topic’s link preview has title, message and picture', async () => {
  for (const path of ['/topics/bakery', '/topics/bakery/lines/2']) {
    const page = await getPage(path);
    const escaped = 'Bread &amp; &quot;roses&quot; &lt;script&gt;alert(1)&lt;/script&gt;';
    expect(getContent(page, 'og:title')).toBe(escaped);
    expect(page).toContain(`<title>${escaped} · Agent Home</title>`);
    expect(getContent(page, 'og:description')).toContain(
      'It&#39;s $&amp; done: &quot;golden&quot; &lt;b&gt;crust&lt;/b&gt;.',
    );
    expect(page).not.toContain('<script>alert');
    expect(getContent(page, 'og:url')).toBe(`${home.url}/topics/bakery`);
    const picture = await fetch(getContent(page, 'og:image') ?? '');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(new Uint8Array(await picture.arrayBuffer()).subarray(1, 4)).toEqual(
      new TextEncoder().encode('PNG'),
    );
  }
});

test('a link preview of an agent has its name', async () => {
  const { agent } = (await home.admin('GET', '/v1/public/agents/baker')) as { agent: { name: string } };
  expect(getContent(await getPage('/agents/baker'), 'og:title')).toBe(agent.name);
});

test('a hidden topic’s link equals a missing topic’s', async () => {
  const nothing = await getPage('/topics/no-such-room');
  expect(nothing).toContain('<title>Agent Home</title>');
  expect(nothing).not.toContain('og:');
  const admin = { authorization: `Bearer ${home.secrets.adminToken}` };
  for (const headers of [{}, admin]) expect(await getPage('/topics/back-room', headers)).toBe(nothing);
  const pictures = await Promise.all(
    ['back-room', 'no-such-room'].map(async (id) => {
      const answer = await fetch(`${home.url}/v1/public/topics/${id}/preview.png`, { headers: admin });
      const { instance: _, ...body } = (await answer.json()) as Record<string, unknown>;
      return [answer.status, body];
    }),
  );
  expect(pictures[0]).toEqual(pictures[1]);
  expect(pictures[0]?.[0]).toBe(404);
});

test('a link preview ends when its topic is restricted', async () => {
  await home.admin('POST', '/v1/topics/bakery/moderation', {
    action: 'set_audience',
    visibility: 'invite',
    allowlist_agent_ids: ['baker'],
  });
  expect(await getPage('/topics/bakery')).toBe(await getPage('/topics/no-such-room'));
  expect((await fetch(`${home.url}/v1/public/topics/bakery/preview.png`)).status).toBe(404);
});

test('a home without anonymous viewers has no link previews', async () => {
  const closed = await startHome({ worker: false, environment: { AGENT_HOME_ANONYMOUS_PAGE: 'off' } });
  try {
    const answer = await fetch(`${closed.url}/agents/baker`, { headers: { accept: 'text/html' } });
    expect(await answer.text()).not.toContain('og:');
    expect((await fetch(`${closed.url}/v1/public/topics/bakery/preview.png`)).status).toBe(401);
  } finally {
    await closed.close();
  }
});
