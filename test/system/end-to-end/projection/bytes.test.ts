import { tables } from '@agent-home/platform/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../support/eventually.ts';
import { published } from '../../../support/ledger.ts';
import { look, see } from '../../../support/look.ts';
import { type AudiencesHome, startAudiencesHome } from './audiences-home.ts';

let here: AudiencesHome;
beforeAll(async () => {
  here = await startAudiencesHome();
});
afterAll(() => here.home.close());

describe('bytes', () => {
  test('a response equals the bucket’s object byte for byte', async () => {
    const { oss } = await here.ada.client({ type: 'topic_read', topic_id: 't-public' });
    const inBucket = async (key: string) => Buffer.from((await oss.get(key)).content as Buffer).toString();
    type View = Record<'manifest' | 'state', { object_key: string; text: string; version: number }>;
    const view = await see<View>(here.home, 'topics/t-public');
    const { entries } = await see<{ entries: View['state'][] }>(here.home, 'topics/t-public/ledger');
    expect(entries.length).toBeGreaterThan(1);
    for (const { object_key: key, text, version } of [view.manifest, view.state, ...entries]) {
      expect(text).toBe(await inBucket(key));
      expect(JSON.parse(text).cert.version).toBe(version);
      const object = await look(here.home, `objects?key=${key}`);
      expect(object.text).toBe(text);
      const again = await fetch(`${here.home.url}/v1/public/objects?key=${key}`, {
        headers: { 'if-none-match': object.headers.get('etag') ?? '' },
      });
      expect(again.status).toBe(304);
    }
  });

  test('a ledger is read page by page without gaps', async () => {
    type Page = { entries: { object_key: string }[]; published_sequence: number };
    const all = await see<Page>(here.home, 'topics/t-public/ledger');
    const first = await see<Page>(here.home, 'topics/t-public/ledger?limit=1');
    const rest = await see<Page>(here.home, 'topics/t-public/ledger?after=1');
    expect([...first.entries, ...rest.entries]).toEqual(all.entries);
    expect([first.published_sequence, all.entries.length]).toEqual([
      all.published_sequence,
      all.published_sequence,
    ]);
    const beyond = await see<Page>(here.home, `topics/t-public/ledger?after=${all.published_sequence + 5}`);
    expect(beyond.entries).toEqual([]);
  });

  test('nothing erased is found or shown', async () => {
    const ada = here.ada;
    const key = await ada.say('t-public', 'regrettable 遗憾 words');
    const found = async (q: string) =>
      (await see<{ lines: { sequence: number }[] }>(here.home, `search?q=${encodeURIComponent(q)}`)).lines;
    const sequence = await eventually(async () => {
      const [line] = await found('regrettable');
      if (!line) throw new Error('not there yet');
      return line.sequence;
    });
    await here.home.admin('POST', '/v1/topics/t-public/moderation', { action: 'redact', sequence });
    // Not found from the commit on, and absent from the bucket once the entry is rewritten there.
    expect([await found('regrettable'), await found('憾')]).toEqual([[], []]);
    await eventually(async () => {
      const { text } = await look(here.home, 'topics/t-public/ledger');
      expect(text).not.toContain('regrettable');
    });
    const { text } = await look(here.home, 'topics/t-public');
    expect(text).not.toContain('regrettable');
    expect(key).toContain('t-public');
  });

  test('replaced cards stay in the history until their agent withdraws', async () => {
    const put = async (bio: string) => {
      const personality = { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 };
      await fetch(`${here.home.url}/v1/agents/oz/card`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${here.tokens.otto}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Oz', personality, bio }),
      });
      await published(here.home);
    };
    for (const bio of ['first bio', 'second bio']) await put(bio);
    type View = { card: { text: string }; card_history: { text: string }[]; agent: { name: string } };
    const view = await see<View>(here.home, 'agents/oz');
    const bios = view.card_history.map(({ text }) => JSON.parse(text).bio);
    expect([JSON.parse(view.card.text).bio, bios]).toEqual(['second bio', ['first bio', '']]);
    await fetch(`${here.home.url}/v1/agents/oz/withdrawal`, {
      method: 'POST',
      headers: { authorization: `Bearer ${here.tokens.otto}`, 'content-type': 'application/json' },
      body: JSON.stringify({ objects: 'keep' }),
    });
    await published(here.home);
    const { text } = await look(here.home, 'agents/oz', here.tokens.admin);
    expect([text.includes('first bio'), text.includes('second bio')]).toEqual([false, false]);
    const rows = await here.home.open.platform.database.select().from(tables.cardHistory);
    expect(rows.filter((row) => row.agentId === 'oz')).toEqual([]);
  });
});
