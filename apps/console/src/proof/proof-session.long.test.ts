import type { CertifiedText } from '@agent-home/http-contract';
import { revealIn } from '@agent-home/modes';
import { hashLedgerHeader, type JsonObject, objectKey } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { summarize } from './status.ts';
import { relink, replaced, troubles, withChanged } from './testing/changed-ledger.ts';
import { goldenSession, goldens, home } from './testing/golden-home.ts';
import { openedSession } from './testing/open-session.ts';
import { getLedger, objectAt, topicIds } from './testing/published-home.ts';
import { signerNamed } from './testing/signed-home.ts';

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
    'replays a full ledger of %s to its last state',
    async (mode, golden) => {
      const page = goldenSession(golden);
      await page.refresh();
      expect(page.alarms()).toEqual([]);
      expect(Object.values(troubles(page)).filter((trouble) => trouble.startsWith('failed'))).toEqual([]);
      expect(page.standing()).toMatchObject({ mode, sequence: golden.entries.length, state: golden.state });
    },
  );

  it('a changed ledger fails with a named check', async () => {
    const entries = getLedger('crosstalk-heat');
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
        entries.with(4, getLedger('debate-rooster')[4] ?? fifth),
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
      // Earlier entries are valid; later ones are not judged, and not reported as false.
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

  it('a replay detects verdicts against the rules', async () => {
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

  it('an author card exposes words under foreign keys', async () => {
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
      ledger: getLedger('crosstalk-heat').slice(0, 8),
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

  it('published entries that are not shown are noticed', async () => {
    const page = openedSession('crosstalk-heat', {
      ledger: getLedger('crosstalk-heat').slice(0, 8),
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

  it('a ledger shorter than at an earlier visit is noticed', async () => {
    const seen = { sequence: 14, hash: 'f'.repeat(64) };
    const page = openedSession('crosstalk-heat', { seen });
    await page.refresh();
    expect(page.alarms()).toMatchObject([
      { code: 'truncated_ledger', where: 'topics/crosstalk-heat/ledger/0000000013.json' },
    ]);
  });

  it('a summary of another history is noticed', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'freeform');
    const newest = golden?.entries.at(-1);
    if (!golden || !newest) throw new Error('no golden ledger of freeform');
    const getSummary = (head: string) =>
      home.certified(objectKey('topic_summary', { topic_id: newest.topic_id }), {
        kind: 'topic_summary',
        schema_version: 1,
        topic_id: newest.topic_id,
        updated_at: newest.header.context.now,
        summary: 'Much was said.',
        ledger: { sequence: newest.sequence, head },
      });
    const honest = goldenSession(golden, { summary: getSummary(hashLedgerHeader(newest.header)).text });
    await honest.refresh();
    expect(honest.alarms()).toEqual([]);
    const summary = getSummary('0'.repeat(64));
    const page = goldenSession(golden, { summary: summary.text });
    await page.refresh();
    expect(page.alarms()).toMatchObject([{ code: 'head_mismatch', where: summary.object_key }]);
  });

  it('words that were not those sealed fail in any mode', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'poetry_duel');
    if (!golden) throw new Error('no golden ledger of poetry_duel');
    const at = golden.entries.findIndex(
      (entry) => revealIn(entry) && entry.header.verdict.outcome === 'accepted',
    );
    const unknown = structuredClone(golden.entries);
    relink(unknown, 0, (entry) => {
      if (entry.body) entry.body.text = replaced(entry.body.text, '"poetry_duel"', '"waltz"');
    });
    const other = structuredClone(unknown);
    relink(other, at, (entry) => {
      const reveal = revealIn(entry);
      if (entry.body && reveal) entry.body.text = JSON.stringify({ ...reveal, text: `${reveal.text} ` });
    });
    const getChain = async (entries: typeof unknown) => {
      const page = goldenSession(golden, { ledger: home.ledger(entries), state: undefined });
      await page.refresh();
      return page.proofs().find(({ sequence }) => sequence === at + 1)?.checks.chain;
    };
    expect(await getChain(unknown)).toEqual({ state: 'holds' });
    expect(await getChain(other)).toMatchObject({ state: 'fails', code: 'reveal_differs' });
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

  it('an unknown mode is verified by its chain alone', async () => {
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
