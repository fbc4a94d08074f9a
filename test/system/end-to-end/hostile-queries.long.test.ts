import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bearer } from '../../support/bearer.ts';
import { httpCall } from '../../support/http-request.ts';
import { newOwner } from '../../support/look.ts';
import { RawAgent } from '../../support/raw-agent.ts';
import { startHome, type TestHome } from '../../support/start-home.ts';
import { paths, routes } from './hostile-queries/odd-values.ts';

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

async function ask(path: string, headers: Record<string, string>) {
  const { status, text, headers: answered } = await httpCall(home.url, { path, headers });
  return { status, text, type: answered['content-type'] };
}

test('no query, path or header value causes a 500', async () => {
  // The first parameter is combined with the required ones of its route, the others are tried one by one.
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
      : path.startsWith('/v1/admin') || path.startsWith('/v1/owner')
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
  // No request failed, and the database rejected no value that a schema had accepted.
  expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([]);
});

test('a caller’s words reach no log after database refusals', async () => {
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
