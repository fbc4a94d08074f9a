import { objectKey, packBody } from '@agent-home/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { troubles } from './testing/changed-ledger.ts';
import { KeptInMemory } from './testing/kept-in-memory.ts';
import { longHome } from './testing/long-home.ts';
import { SignedHome } from './testing/signed-home.ts';

const count = 700;
let long: ReturnType<typeof longHome>;
beforeAll(() => {
  long = longHome(count);
}, 120_000);

const sequencesIn = (page: ReturnType<typeof long.open>) =>
  page.told.flatMap((message) =>
    message.type === 'entries' ? [message.entries.map((one) => one.sequence)] : [],
  );

describe('a long topic', () => {
  it('a long topic is shown first and verified later', async () => {
    const page = long.open();
    await page.refresh();
    const [first = []] = sequencesIn(page);
    expect([first[0], first.at(-1), first.length]).toEqual([count - 59, count, 60]);
    expect(sequencesIn(page).map(([one]) => one)).toEqual([641, 513, 257, 1]);
    expect(troubles(page)).toEqual({});
    expect(page.progress()).toEqual({
      published: count,
      newest: count,
      read: count,
      replayed: count,
      certified: count,
      settled: count,
    });
    expect(page.standing()?.sequence).toBe(count);
    // One object per full pack; the rest is requested as pages. The newest messages, the first ones, and those
    // after the last pack.
    expect(page.asked).toEqual([640, 0, 512, count]);
  });

  it('a long topic first shows its certified standing', async () => {
    const page = long.open();
    await page.refresh();
    const standings = page.told.flatMap((message, index) => (message.type === 'standing' ? [index] : []));
    const judged = page.told.findIndex(
      (message) => message.type === 'progress' && message.progress.replayed > 0,
    );
    expect(standings[0]).toBeLessThan(judged);
  });

  it('every changed entry or pack is detected', async () => {
    const at = 300;
    const ledger = long.texts.with(at - 1, {
      ...(long.texts[at - 1] as (typeof long.texts)[number]),
      text: (long.texts[at - 1]?.text ?? '').replace('Line 299.', 'Lies 299.'),
    });
    // Reads pages, as if the topic had no packs.
    const packless = Object.fromEntries(
      Object.entries(long.objects).filter(([key]) => !key.includes('packs')),
    );
    const page = long.open({ ledger, objects: packless });
    await page.refresh();
    expect(troubles(page)[at]).toBe('failed certificate bad_signature');
    expect(troubles(page)[at - 1]).toBeUndefined();
    // A pack is only another source of the same texts, so an altered one is skipped.
    const [packKey = ''] = Object.keys(long.objects).filter((key) => key.includes('packs'));
    const broken = {
      ...long.objects,
      [packKey]: (long.objects[packKey] ?? '').replace('Line 9.', 'Lies 9.'),
    };
    const passed = long.open({ objects: broken });
    await passed.refresh();
    expect(troubles(passed)).toEqual({});
    expect(passed.asked).toContain(0);
  });

  it('a false entry in a genuine pack is read elsewhere', async () => {
    const key = objectKey('topic_ledger_pack', { topic_id: 't1', sequence: 257 });
    const texts = long.texts.slice(256, 512).map(({ text }) => text.replace('Line 299.', 'Lies 299.'));
    const pack = long.home.certified(key, packBody('t1', 257, texts)).text;
    const page = long.open({ objects: { ...long.objects, [key]: pack } });
    await page.refresh();
    expect(page.read).toContain(key);
    expect(troubles(page)).toEqual({});
    expect(JSON.stringify(page.told)).not.toContain('Lies 299.');
  });

  it('a long topic that ends too early is noticed', async () => {
    const page = long.open({ ledger: long.texts.slice(0, 650), published: 650 });
    await page.refresh();
    expect(page.alarms().map(({ code }) => code)).toEqual(['truncated_ledger']);
  });
});

describe('cached parts of a long topic', () => {
  const visited = async () => {
    const kept = new KeptInMemory();
    const page = long.open({ kept });
    await page.refresh();
    return kept;
  };

  it('kept entries save requests and are verified again', async () => {
    const kept = await visited();
    expect([...kept.slices.values()].map(({ first }) => first)).toEqual([257, 1]);
    const again = long.open({ kept });
    await again.refresh();
    expect(again.read).not.toContain('topics/t1/ledger/packs/0000000001.json');
    expect(troubles(again)).toEqual({});
    expect(again.progress()?.settled).toBe(count);
  });

  it('changed kept entries are discarded', async () => {
    const changes: ((texts: string[]) => void)[] = [
      (texts) => texts.splice(3, 1, (texts[3] ?? '').replace('Line', 'Lies')),
      (texts) => texts.reverse(),
      (texts) => texts.pop(),
      (texts) => texts.splice(0, 1, '{'),
    ];
    for (const change of changes) {
      const kept = await visited();
      for (const slice of kept.slices.values()) change(slice.texts);
      const page = long.open({ kept });
      await page.refresh();
      expect(troubles(page)).toEqual({});
      expect(page.read).toContain('topics/t1/ledger/packs/0000000001.json');
    }
  });

  it('kept entries return no erased words', async () => {
    const kept = await visited();
    const gone = 100;
    const ledger = long.texts.with(gone - 1, long.erased(gone));
    const packless = Object.fromEntries(
      Object.entries(long.objects).filter(([key]) => !key.includes('packs')),
    );
    const page = long.open({ kept, ledger, objects: packless, changed: [{ sequence: gone, version: 2 }] });
    await page.refresh();
    expect(page.entries().find(({ sequence }) => sequence === gone)?.content.kind).toBe('erased');
    expect(JSON.stringify(page.told)).not.toContain('Line 99.');
    expect(JSON.stringify([...kept.slices.values()])).not.toContain('Line 99.');
  });

  it('kept entries are unused without a change list', async () => {
    const kept = await visited();
    const page = long.open({ kept, changed: 'no answer' });
    await page.refresh();
    expect(page.read).toContain('topics/t1/ledger/packs/0000000001.json');
  });

  it('kept entries belong to one home, topic and history', async () => {
    const kept = await visited();
    const foreign = new SignedHome('another home at the same address', new Date('2026-03-02T12:00:00.000Z'));
    const ledger = foreign.ledger(long.entries);
    const page = long.open({ kept, ledger, trust: foreign.trust(), objects: {}, state: undefined });
    await page.refresh();
    const text = JSON.stringify(page.told.filter(({ type }) => type === 'proofs'));
    expect(text).not.toContain('"certificate":{"state":"fails"');
    // A slice stored under a wrong hash is not used.
    for (const slice of kept.slices.values()) slice.lastHash = 'f'.repeat(64);
    const other = long.open({ kept });
    await other.refresh();
    expect(troubles(other)).toEqual({});
    expect(other.read).toContain('topics/t1/ledger/packs/0000000001.json');
  });

  it('only sound public topics are kept', async () => {
    const kept = new KeptInMemory();
    const secret = long.home.manifest('t1', 'freeform').text.replace('"public"', '"invite"');
    const hidden = long.open({ kept, manifest: secret });
    await hidden.refresh();
    const wrong = long.open({ kept, ledger: long.texts.slice(0, 650), published: 650 });
    await wrong.refresh();
    expect([...kept.slices.keys()]).toEqual([]);
  });
});
