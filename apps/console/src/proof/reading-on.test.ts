import type { JsonObject } from '@agent-home/protocol';
import { describe, expect, it } from 'vitest';
import { troubles } from './testing/changed-ledger.ts';
import { goldenSession, goldens, home, now } from './testing/golden-home.ts';
import { openedSession } from './testing/open-session.ts';
import { getLedger } from './testing/published-home.ts';
import { SignedHome } from './testing/signed-home.ts';

describe('reading on', () => {
  it('reads on after the last entry without gaps', async () => {
    const all = getLedger('crosstalk-heat');
    const page = openedSession('crosstalk-heat', { ledger: all.slice(0, 5), state: undefined, pageSize: 2 });
    await page.refresh();
    expect(page.entries().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    page.asked.length = 0;
    page.answers.ledger = all;
    // Two notifications at once, as after a broken connection.
    await Promise.all([page.refresh(), page.refresh()]);
    expect(page.entries().map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(page.asked[0]).toBe(5);
    expect(troubles(page)).toEqual({});
  });

  it('words erased on the screen disappear', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'freeform');
    const said = golden?.entries.find(
      ({ header }) => header.input.type === 'message' && header.verdict.outcome === 'accepted',
    );
    if (!golden || !said) throw new Error('the golden ledger has no message');
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

  it('other words under a second certificate do not verify', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'freeform');
    const said = golden?.entries.find(
      ({ header }) => header.input.type === 'message' && header.verdict.outcome === 'accepted',
    );
    if (!golden || !said?.body) throw new Error('the golden ledger has no message');
    const page = goldenSession(golden);
    await page.refresh();
    const { cert: _, ...rest } = said;
    const other = { ...rest, body: { ...said.body, text: `${said.body.text} ` } } as unknown as JsonObject;
    const key = page.answers.ledger[said.sequence - 1]?.object_key ?? '';
    page.answers.ledger = page.answers.ledger.with(said.sequence - 1, home.certified(key, other, 2));
    page.session.look([said.sequence]);
    await page.refresh();
    expect(troubles(page)[said.sequence]).toBe('failed chain body_differs');
  });

  it('a card under a revoked key proves no author', async () => {
    const [golden] = goldens.filter(({ mode }) => mode === 'freeform');
    const said = golden?.entries.find(
      ({ header, body }) => header.input.type === 'message' && body?.text.includes('author_sig'),
    );
    if (!golden || !said) throw new Error('no signed message in the golden ledger');
    const clock = new Date(now);
    const page = goldenSession(golden, { now: clock });
    await page.refresh();
    const getAuthor = () => page.proofs().find(({ sequence }) => sequence === said.sequence)?.checks.author;
    expect(getAuthor()).toEqual({ state: 'holds' });
    clock.setTime(now.getTime() + 41 * 60_000);
    const later = new SignedHome('golden', clock);
    later.revoked = { reason: 'compromised', at: now.toISOString() };
    page.answers.trust = later.trust(2);
    // The entry is re-certified, so that it is verified again.
    const { cert: _, ...rest } = said;
    const key = page.answers.ledger[said.sequence - 1]?.object_key ?? '';
    const again = home.certified(key, rest as unknown as JsonObject, 2);
    page.answers.ledger = page.answers.ledger.with(said.sequence - 1, again);
    page.session.look([said.sequence]);
    await page.refresh();
    expect(getAuthor()).toEqual({ state: 'not_possible', code: 'bad_card' });
    expect(troubles(page)[said.sequence]).toBe('failed certificate key_compromised');
  });

  it('entries on the screen are verified first', async () => {
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

  it('reports a silent home and requests again', async () => {
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
    const whole = getLedger('doorstep');
    const page = openedSession('doorstep', { ledger: whole.slice(0, 2) });
    await page.refresh();
    expect(page.alarms().map(({ code }) => code)).toEqual(['truncated_ledger']);
    page.answers.ledger = whole;
    await page.refresh();
    expect(page.alarms()).toEqual([]);
  });
});

describe('why an agent could speak', () => {
  it('a proof shows what the mode allowed before', async () => {
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

  it('a refused entry shows the mode’s denial', async () => {
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

  it('an opened poem is proven by its sealed state', async () => {
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
