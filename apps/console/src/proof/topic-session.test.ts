import type { CertifiedText } from '@agent-home/http-contract';
import {
  commitmentOf,
  decodeBase64Url,
  hashLedgerHeader,
  type JsonObject,
  type TopicLedgerEntry,
} from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { summarize } from './status.ts';
import { goldenSession, goldens, home } from './testing/golden-home.ts';
import { openedSession } from './testing/open-session.ts';
import { certifiedText, ledgerOf, objectAt, topicIds } from './testing/published-home.ts';
import { signerNamed } from './testing/signed-home.ts';

type Page = ReturnType<typeof openedSession>;

/** Of every entry that is not simply verified: its status and the code that says why. */
function troubles(page: Page): Record<number, string> {
  return Object.fromEntries(
    page.proofs().flatMap(({ sequence, checks }) => {
      const { status, check, code } = summarize(checks);
      return status === 'verified' ? [] : [[sequence, `${status} ${check} ${code}`]];
    }),
  );
}

function changedEntry(text: CertifiedText, change: (entry: TopicLedgerEntry) => void): CertifiedText {
  const entry = JSON.parse(text.text) as TopicLedgerEntry;
  change(entry);
  return certifiedText(text.object_key, entry as unknown as JsonObject);
}

/** The ledger of the published crosstalk with one entry changed. */
function withChanged(sequence: number, change: (entry: TopicLedgerEntry) => void): CertifiedText[] {
  return ledgerOf('crosstalk-heat').map((text, index) =>
    index + 1 === sequence ? changedEntry(text, change) : text,
  );
}

const replaced = (text: string, from: string, to: string) => {
  expect(text).toContain(from);
  return text.replace(from, to);
};

describe('a topic verified in the browser', () => {
  it.each(topicIds)('every entry of %s is verified, and the state is the certified one', async (topicId) => {
    const page = openedSession(topicId);
    await page.refresh();
    expect(page.alarms()).toEqual([]);
    expect(page.problems()).toEqual([]);
    const wordless = page.entries().filter(({ content: { kind } }) => kind === 'erased' || kind === 'sealed');
    expect(Object.keys(troubles(page))).toEqual(wordless.map(({ sequence }) => String(sequence)));
    expect(Object.values(troubles(page)).filter((trouble) => !trouble.startsWith('partly'))).toEqual([]);
    const state = JSON.parse(objectAt(`topics/${topicId}/state.json`).text) as { state: JsonObject };
    expect(page.standing()?.state).toEqual(state.state);
  });

  it.each(goldens.map((golden) => [golden.mode, golden] as const))(
    'a ledger of %s in which everything happens is judged again to its last state',
    async (mode, golden) => {
      const page = goldenSession(golden);
      await page.refresh();
      expect(page.alarms()).toEqual([]);
      expect(Object.values(troubles(page)).filter((trouble) => trouble.startsWith('failed'))).toEqual([]);
      expect(page.standing()).toMatchObject({ mode, sequence: golden.entries.length, state: golden.state });
    },
  );

  it('what a home changes of its ledger is found, and the check that fails is named', async () => {
    const entries = ledgerOf('crosstalk-heat');
    const [fifth, sixth] = [entries[4], entries[5]];
    if (!fifth || !sixth) throw new Error('the example is shorter than it was');
    const cases: [what: string, ledger: CertifiedText[], sequence: number, trouble: string][] = [
      [
        'other words',
        withChanged(7, (entry) => {
          if (entry.body) entry.body.text = replaced(entry.body.text, '"text": "', '"text": "不');
        }),
        7,
        'failed certificate bad_signature',
      ],
      [
        'another verdict',
        withChanged(3, (entry) => {
          entry.header.verdict = { outcome: 'accepted' };
        }),
        3,
        'failed certificate bad_signature',
      ],
      [
        'another author',
        withChanged(7, (entry) => {
          entry.header.input.agent_id = 'dengxin';
        }),
        7,
        'failed certificate bad_signature',
      ],
      [
        'words taken away',
        withChanged(7, (entry) => {
          delete entry.body;
        }),
        7,
        'failed certificate bad_signature',
      ],
      ['another place', entries.with(4, sixth).with(5, fifth), 5, 'failed form wrong_object_key'],
      [
        'an entry of another topic',
        entries.with(4, ledgerOf('debate-rooster')[4] ?? fifth),
        5,
        'failed form wrong_object_key',
      ],
      ['no JSON', entries.with(4, { ...fifth, text: '{"kind":' }), 5, 'failed form malformed_json'],
      [
        'no entry',
        entries.with(4, objectAt('topics/crosstalk-heat/state.json')),
        5,
        'failed form invalid_schema',
      ],
      [
        'not canonical',
        entries.with(4, { ...fifth, text: `${fifth.text} ` }),
        5,
        'failed certificate not_canonical',
      ],
    ];
    for (const [what, ledger, sequence, trouble] of cases) {
      const page = openedSession('crosstalk-heat', { ledger });
      await page.refresh();
      const found = troubles(page);
      expect([what, found[sequence]]).toEqual([what, trouble]);
      // Those before it stand; those after are not judged, and not said to be false for that.
      const before = page.proofs().filter((proof) => proof.sequence < sequence);
      expect(before.map(({ checks }) => summarize(checks).status)).toEqual(before.map(() => 'verified'));
    }
  });

  it('changed words fail in every check that covers them', async () => {
    const ledger = withChanged(7, (entry) => {
      if (entry.body) entry.body.text = replaced(entry.body.text, '"text": "', '"text": "不');
    });
    const page = openedSession('crosstalk-heat', { ledger });
    await page.refresh();
    const proof = page.proofs().find(({ sequence }) => sequence === 7);
    expect(proof?.checks).toMatchObject({
      form: { state: 'holds' },
      certificate: { state: 'fails', code: 'bad_signature' },
      chain: { state: 'fails', code: 'body_differs' },
      author: { state: 'fails', code: 'bad_author_signature' },
    });
    expect(troubles(page)[8]).toBe('partly replay stopped');
    expect(page.proofs().find(({ sequence }) => sequence === 8)?.checks).toMatchObject({
      certificate: { state: 'holds' },
      chain: { state: 'holds' },
      replay: { state: 'not_possible', code: 'stopped', at: 7 },
    });
  });

  it('a platform that certifies a verdict against the rules is found out by the replay', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'freeform');
    if (!golden) throw new Error('no golden ledger of freeform');
    const at = golden.entries.findIndex(({ header }) => header.verdict.outcome === 'rejected');
    const forged = structuredClone(golden.entries);
    relink(forged, at, (entry) => {
      entry.header.verdict = { outcome: 'accepted' };
    });
    const page = goldenSession(golden, { ledger: home.ledger(forged), state: undefined });
    await page.refresh();
    expect(troubles(page)[at + 1]).toBe('failed replay verdict_differs');
    expect(page.standing()?.sequence).toBe(at);
  });

  it('a platform that certifies words under a key of its own making is found out by the card', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'freeform');
    const entry = golden?.entries.find(
      ({ header, body }) => header.input.type === 'message' && body?.text.includes('author_sig'),
    );
    const author = entry?.header.context.author as { agent_id: string } | undefined;
    if (!golden || !author || !entry) throw new Error('no signed message in the golden ledger');
    const card = home.card(author.agent_id, signerNamed('the agent itself').publicKey);
    const page = goldenSession(golden, { objects: { [card.object_key]: card.text } });
    await page.refresh();
    expect(troubles(page)[entry.sequence]).toBe('failed author foreign_key');
  });

  it('a ledger that is cut short is noticed', async () => {
    const page = openedSession('crosstalk-heat', {
      ledger: ledgerOf('crosstalk-heat').slice(0, 8),
      published: 8,
    });
    await page.refresh();
    expect(page.alarms()).toEqual([
      expect.objectContaining({
        code: 'truncated_ledger',
        where: 'topics/crosstalk-heat/ledger/0000000009.json',
      }),
    ]);
  });

  it('entries that are said to be there and are not shown are noticed', async () => {
    const page = openedSession('crosstalk-heat', {
      ledger: ledgerOf('crosstalk-heat').slice(0, 8),
      published: 12,
      state: undefined,
    });
    await page.refresh();
    expect(page.alarms()).toEqual([expect.objectContaining({ code: 'truncated_ledger' })]);
  });

  it('a certified state of another history is noticed', async () => {
    const [golden, other] = goldens.filter(({ mode }) => mode === 'freeform' || mode === 'intro_once');
    const newest = golden?.entries.at(-1);
    if (!golden || !other || !newest) throw new Error('golden ledgers are missing');
    const foreign = structuredClone(newest);
    foreign.header.state_sha256 = '0'.repeat(64);
    const heads = goldenSession(golden, { state: home.state(foreign, golden.mode, golden.state).text });
    await heads.refresh();
    expect(heads.alarms().map(({ code }) => code)).toEqual(['head_mismatch']);
    const states = goldenSession(golden, {
      state: home.state(newest, golden.mode, { ...golden.state, status: 'open' }).text,
    });
    await states.refresh();
    expect(states.alarms().map(({ code }) => code)).toEqual(['state_differs']);
  });

  it('a history that was rewritten between two visits is noticed', async () => {
    const seen = { sequence: 6, hash: 'f'.repeat(64) };
    const page = openedSession('crosstalk-heat', { seen });
    await page.refresh();
    expect(page.alarms().map(({ code }) => code)).toEqual(['history_changed']);
    expect(troubles(page)).toEqual({ 6: 'failed chain history_changed' });
  });

  it('a changed manifest is not shown as certified', async () => {
    const manifest = replaced(objectAt('topics/crosstalk-heat/manifest.json').text, '火候', '火锅');
    const page = openedSession('crosstalk-heat', { manifest });
    await page.refresh();
    expect(page.objects()?.manifest).toEqual({
      objectKey: 'topics/crosstalk-heat/manifest.json',
      alarm: expect.objectContaining({ code: 'bad_signature', where: 'topics/crosstalk-heat/manifest.json' }),
    });
  });

  it('a mode nobody here knows is followed by its chain alone', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'freeform');
    if (!golden) throw new Error('no golden ledger of freeform');
    const unknown = structuredClone(golden.entries);
    relink(unknown, 0, (entry) => {
      if (entry.body) entry.body.text = replaced(entry.body.text, '"freeform"', '"waltz"');
    });
    const page = goldenSession(golden, { ledger: home.ledger(unknown), state: undefined });
    await page.refresh();
    expect(page.standing()).toBeUndefined();
    expect(new Set(page.proofs().map(({ checks }) => `${checks.chain.state} ${checks.replay.code}`))).toEqual(
      new Set(['holds unknown_mode']),
    );
  });
});

describe('reading on', () => {
  it('asks for what comes after the last entry, and misses nothing that came meanwhile', async () => {
    const all = ledgerOf('crosstalk-heat');
    const page = openedSession('crosstalk-heat', { ledger: all.slice(0, 5), state: undefined, pageSize: 2 });
    await page.refresh();
    expect(page.entries().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    page.asked.length = 0;
    page.answers.ledger = all;
    // Two hints at once, as they come after a broken connection.
    await Promise.all([page.refresh(), page.refresh()]);
    expect(page.entries().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(page.asked[0]).toBe(5);
    expect(troubles(page)).toEqual({});
  });

  it('words that are erased while they are on the screen go from it', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'freeform');
    const said = golden?.entries.find(
      ({ header }) => header.input.type === 'message' && header.verdict.outcome === 'accepted',
    );
    if (!golden || !said) throw new Error('nothing is said in the golden ledger');
    const page = goldenSession(golden);
    await page.refresh();
    const { body: _, cert: __, ...rest } = said;
    const erased = { ...rest, erased: { at: '2026-03-02T11:00:00.000Z' } } as unknown as JsonObject;
    const key = page.answers.ledger[said.sequence - 1]?.object_key ?? '';
    page.answers.ledger = page.answers.ledger.with(said.sequence - 1, home.certified(key, erased, 2));
    page.session.look([said.sequence, said.sequence + 3]);
    await page.refresh();
    expect(page.entries().at(-1)).toMatchObject({ sequence: said.sequence, content: { kind: 'erased' } });
    expect(troubles(page)[said.sequence]).toBe('partly replay erased');
    expect(page.progress()?.certified).toBe(golden.entries.length);
  });

  it('what is on the screen is verified before the rest', async () => {
    const page = openedSession('poetry-duel');
    page.session.look([12, 13]);
    const [golden] = goldens.filter(({ mode }) => mode === 'threaded');
    if (!golden) throw new Error('no golden ledger of threaded');
    const long = goldenSession(golden);
    long.session.look([190, 191]);
    await long.refresh();
    const certified = long.told.flatMap((message) =>
      message.type === 'proofs'
        ? message.proofs
            .filter(({ checks }) => checks.certificate.state !== 'waiting')
            .map(({ sequence }) => sequence)
        : [],
    );
    expect(certified.slice(0, 2)).toEqual([190, 191]);
    expect(certified.length).toBe(golden.entries.length);
  });

  it('a home that does not answer is said to, and asked again', async () => {
    const page = openedSession('doorstep');
    const { ledger } = page.answers;
    Object.defineProperty(page.answers, 'ledger', {
      configurable: true,
      get: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    await page.refresh();
    expect(page.problems()).toEqual(['no_connection']);
    Object.defineProperty(page.answers, 'ledger', { value: ledger });
    await page.refresh();
    expect(page.entries()).toHaveLength(4);
    expect(page.problems()).toEqual(['no_connection', undefined]);
  });

  it('an alarm for what was missing ends once it has come', async () => {
    const whole = ledgerOf('doorstep');
    const page = openedSession('doorstep', { ledger: whole.slice(0, 2) });
    await page.refresh();
    expect(page.alarms().map(({ code }) => code)).toEqual(['truncated_ledger']);
    page.answers.ledger = whole;
    await page.refresh();
    expect(page.alarms()).toEqual([]);
  });
});

describe('why an agent could speak', () => {
  it('is what the mode let it write in the state before, with the recorded facts', async () => {
    const page = openedSession('crosstalk-heat');
    await page.refresh();
    page.session.explain({ type: 'explain', id: 1, sequence: 7, sealedSequence: undefined });
    const answer = page.told.at(-1);
    expect(answer).toMatchObject({
      type: 'answer',
      id: 1,
      explanation: {
        sequence: 7,
        id: 'turn_000003_0001',
        writable: { ids: [{ id: 'turn_000003_0001' }] },
        context: { author: { agent_id: 'laojiang', standing: 'admitted' } },
      },
    });
  });

  it('of a refused entry it says what stood in the way', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'turn_queue');
    if (!golden) throw new Error('no golden ledger of turn_queue');
    const page = goldenSession(golden);
    await page.refresh();
    const refused = page
      .entries()
      .find(({ inputKey, reason }) => inputKey?.includes('/messages/') && reason === 'not_your_turn');
    expect(refused).toBeDefined();
    page.session.explain({
      type: 'explain',
      id: 2,
      sequence: refused?.sequence ?? 0,
      sealedSequence: undefined,
    });
    expect(page.told.at(-1)).toMatchObject({ id: 2, explanation: { writable: { denied: 'not_your_turn' } } });
  });

  it('of a poem that was opened it is what held when it was sealed', async () => {
    const page = openedSession('poetry-duel');
    await page.refresh();
    const opened = page.entries().find(({ content }) => content.kind === 'text');
    const sealedSequence = opened?.content.kind === 'text' ? opened.content.sealedSequence : undefined;
    expect(sealedSequence).toBeLessThan(opened?.sequence ?? 0);
    page.session.explain({ type: 'explain', id: 3, sequence: opened?.sequence ?? 0, sealedSequence });
    expect(page.told.at(-1)).toMatchObject({
      explanation: { sequence: sealedSequence, writable: { ids: [{}] } },
    });
  });
});

/** A dishonest platform's hand: one entry changed, and all links after it made to fit. */
function relink(entries: TopicLedgerEntry[], at: number, change: (entry: TopicLedgerEntry) => void): void {
  const changed = entries[at];
  if (!changed) throw new Error(`no entry at ${at}`);
  change(changed);
  if (changed.body)
    changed.header.input.commitment = commitmentOf(
      decodeBase64Url(changed.body.salt) ?? new Uint8Array(),
      new TextEncoder().encode(changed.body.text),
    );
  for (let index = at + 1; index < entries.length; index++) {
    const [before, entry] = [entries[index - 1], entries[index]];
    if (before && entry) entry.header.previous = hashLedgerHeader(before.header);
  }
}
