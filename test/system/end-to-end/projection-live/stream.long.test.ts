import { publishPresence } from '@agent-home/platform';
import { heartbeatKey } from '@agent-home/protocol';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStream } from '../../../support/event-stream.ts';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { look, see } from '../../../support/look.ts';
import { json } from '../../../support/raw-agent.ts';
import { type LiveHome, startLiveHome } from './live-home.ts';

let here: LiveHome;
beforeAll(async () => {
  here = await startLiveHome();
});
afterAll(() => here.home.close());

describe('the stream', () => {
  test('a stream begins with hello and names only visible objects', async () => {
    const [anyone, owner, admin] = await Promise.all([
      openStream(here.home.url),
      openStream(here.home.url, here.otto),
      openStream(here.home.url, here.home.secrets.adminToken),
    ]);
    try {
      for (const stream of [anyone, owner, admin])
        await eventually(() => expect(stream.events[0]).toEqual({ event: 'hello', data: {} }));
      const hidden = await here.say('cellar', 'between us');
      const open = await here.say('hall', 'to everybody');
      const getKey = (topic: string, sequence: number) =>
        `topics/${topic}/ledger/${String(sequence).padStart(10, '0')}.json`;
      for (const stream of [anyone, owner, admin])
        await eventually(() => expect(stream.keys()).toContain(getKey('hall', open)));
      expect(admin.keys()).toContain(getKey('cellar', hidden));
      for (const stream of [anyone, owner])
        expect(stream.keys().filter((key) => key.includes('cellar'))).toEqual([]);
      // The stream contains only notifications; the text itself needs a request.
      expect(JSON.stringify(admin.events)).not.toContain('between us');
    } finally {
      for (const stream of [anyone, owner, admin]) stream.close();
    }
  });

  test('a restricted topic is silent for viewers it excludes', async () => {
    await here.openTopic('closing');
    await published(here.home);
    const [anyone, admin] = await Promise.all([
      openStream(here.home.url),
      openStream(here.home.url, here.home.secrets.adminToken),
    ]);
    try {
      await here.say('closing', 'open still');
      await eventually(() => expect(anyone.keys()).toContain('topics/closing/state.json'));
      const before = anyone.keys().filter((key) => key.includes('closing')).length;
      await here.home.admin('POST', '/v1/topics/closing/moderation', {
        action: 'set_audience',
        visibility: 'invite',
        allowlist_agent_ids: ['ada'],
      });
      await here.say('closing', 'closed now');
      await here.say('hall', 'and something else');
      await eventually(() => expect(admin.keys().at(-1)).toContain('hall'));
      await eventually(() => expect(anyone.keys().at(-1)).toContain('hall'));
      expect(anyone.keys().filter((key) => key.includes('closing'))).toHaveLength(before);
      expect(admin.keys().filter((key) => key.includes('closing')).length).toBeGreaterThan(before);
    } finally {
      anyone.close();
      admin.close();
    }
  });

  test('a reconnected viewer misses nothing of a ledger', async () => {
    const first = await openStream(here.home.url);
    await eventually(() => expect(first.events).toHaveLength(1));
    const seen = await here.say('hall', 'heard');
    await eventually(() => expect(first.keys()).toContain('topics/hall/state.json'));
    first.close();
    await here.say('hall', 'said while nobody listened');
    const second = await openStream(here.home.url);
    try {
      await eventually(() => expect(second.events[0]?.event).toBe('hello'));
      type Page = { entries: { text: string }[] };
      const page = await see<Page>(here.home, `topics/hall/ledger?after=${seen}`);
      expect(page.entries.map(({ text }) => text.includes('while nobody listened'))).toEqual([true]);
    } finally {
      second.close();
    }
  });

  test('a lost database connection repeats hello on every open stream', async () => {
    const stream = await openStream(here.home.url);
    try {
      await eventually(() => expect(stream.events).toHaveLength(1));
      await here.home.open.platform.database.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query ilike 'listen%'`,
      );
      await eventually(() => expect(stream.events.filter(({ event }) => event === 'hello')).toHaveLength(2));
      await here.say('hall', 'after the break');
      await eventually(() => expect(stream.keys()).toContain('topics/hall/state.json'));
    } finally {
      stream.close();
    }
  });

  test('streams end at shutdown and are limited for each address', async () => {
    const second = await here.home.startSecondApi();
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

  test('a stream reports an arrival online and no repeated presence', async () => {
    const stream = await openStream(here.home.url);
    try {
      const { platform } = here.home.open;
      const heard = () => stream.events.filter(({ event }) => event === 'presence').length;
      const { oss } = await here.ada.client({ type: 'heartbeat_write' });
      await oss.put(heartbeatKey('ada', 1), json({}));
      await publishPresence(platform);
      await eventually(() => expect(heard()).toBe(1));
      await publishPresence(platform);
      const sequence = await here.say('hall', 'later than the second snapshot');
      await eventually(() => expect(stream.keys().join()).toContain(String(sequence).padStart(10, '0')));
      expect(heard()).toBe(1);
    } finally {
      stream.close();
    }
  });

  test('an ended session’s stream ends', async () => {
    const made = await here.home.admin('POST', '/v1/admin/tokens', { role: 'admin', label: 'short' });
    const stream = await openStream(here.home.url, String(made.token));
    await eventually(() => expect(stream.events).toHaveLength(1));
    await here.home.admin('DELETE', `/v1/admin/tokens/${String(made.token_id)}`);
    expect(await stream.ended).toBe(true);
  });
});
