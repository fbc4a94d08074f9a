import type { LineStage } from '@agent-home/modes';
import { describe, expect, it } from 'vitest';
import { goldenSession, goldens } from '../../proof/testing/golden-home.ts';
import { openedSession } from '../../proof/testing/open-session.ts';
import type { EntryContent, EntryProof, EntryView } from '../../proof/types.ts';
import { getTree, type Row, toRows } from './rows.ts';

function entry(sequence: number, content: EntryContent, more: Partial<EntryView> = {}): EntryView {
  return {
    sequence,
    objectKey: '',
    content,
    agentId: 'ada',
    at: '',
    outcome: 'accepted',
    hash: '',
    stateHash: '',
    ...more,
  };
}
const said = (text: string): EntryContent => ({ kind: 'text', text, messageId: '000001', createdAt: '' });
const getProof = (sequence: number, stage: LineStage): EntryProof =>
  ({ sequence, stage }) as unknown as EntryProof;

function rows(
  entries: EntryView[],
  stages: LineStage[] = [],
  more: Partial<Parameters<typeof toRows>[0]> = {},
): Row[] {
  const at = <Item extends { sequence: number }>(items: Item[]) => {
    const placed: (Item | undefined)[] = [];
    for (const item of items) placed[item.sequence] = item;
    return placed;
  };
  return toRows({
    entries: at(entries),
    proofs: at(stages.map((stage, index) => getProof(entries[index]?.sequence ?? 0, stage))),
    mode: 'freeform',
    isWhole: false,
    seenSequence: undefined,
    target: undefined,
    ...more,
  });
}
const keys = (some: Row[]) => some.map(({ key }) => key);

describe('the rows of a topic', () => {
  const everything = [
    entry(1, { kind: 'started' }),
    entry(2, said('hello')),
    entry(3, said('too late'), { outcome: 'rejected', reason: 'too_late' }),
    entry(4, said('no idiom'), { outcome: 'ruled_out', reason: 'not_an_idiom' }),
    entry(5, { kind: 'request', type: 'leave', payload: '' }),
    entry(6, { kind: 'erased', at: '', what: 'message' }),
    entry(7, { kind: 'erased', at: '', what: 'request' }),
    entry(8, { kind: 'sealed', what: 'message' }),
    entry(9, { kind: 'sealed', what: 'request', type: 'vote' }),
    entry(10, { kind: 'unread', what: 'message' }, { outcome: 'rejected' }),
    entry(11, { kind: 'unreadable' }),
    entry(12, { kind: 'deadline' }),
  ];

  it('messages are said, erased, sealed or unreadable entries', () => {
    expect(keys(rows(everything))).toEqual(['2', '6', '8', '11']);
  });

  it('quick messages of one author share a name', () => {
    const at = (seconds: number, agentId: string) => ({
      at: new Date(seconds * 1_000).toISOString(),
      agentId,
    });
    const talk = [
      entry(1, said('one'), at(0, 'ada')),
      entry(2, said('two'), at(20, 'ada')),
      entry(3, said('three'), at(40, 'bo')),
      entry(4, said('four'), at(60, 'ada')),
      entry(5, said('a night later'), at(40_000, 'ada')),
    ];
    const continued = (some: Row[]) => some.flatMap((row) => ('isContinued' in row ? [row.key] : []));
    expect(continued(rows(talk))).toEqual(['2']);
    // A divider also ends a continued author.
    expect(continued(rows(talk, [], { seenSequence: 1 }))).toEqual([]);
  });

  it('ruled out messages appear among ledger entries alone', () => {
    const ruledOut = { outcome: 'ruled_out', reason: 'removed' } as const;
    const more = [
      ...everything,
      entry(13, { ...said('a poem'), sealedSequence: 8 } as EntryContent, ruledOut),
      entry(14, { kind: 'erased', at: '', what: 'message' }, ruledOut),
    ];
    expect(keys(rows(more))).toEqual(['2', '6', '11']);
    for (const target of [4, 13, 14]) expect(keys(rows(more, [], { target }))).toEqual(['2', '6', '11']);
    expect(keys(rows(more, [], { isWhole: true }))).toEqual(expect.arrayContaining(['4', '13', '14']));
  });

  it('every ledger entry is shown on request', () => {
    expect(keys(rows(everything, [], { isWhole: true }))).toEqual(
      everything.map(({ sequence }) => String(sequence)),
    );
  });

  it('have the entry of the address in any case', () => {
    expect(keys(rows(everything, [], { target: 3 }))).toEqual(['2', '3', '6', '8', '11']);
  });

  it('a sealed message is shown where it was opened', () => {
    const opened = entry(13, { ...said('a poem'), sealedSequence: 8 } as EntryContent);
    const shown = rows([...everything, opened]);
    expect(keys(shown)).toEqual(['2', '6', '11', '13']);
    const whole = rows([...everything, opened], [], { isWhole: true });
    expect(whole.find(({ key }) => key === '8')).toMatchObject({ openedAt: 13 });
  });

  it('a divider marks the reader’s last position', () => {
    const lines = [entry(1, said('a')), entry(2, said('b')), entry(3, said('c'))];
    expect(keys(rows(lines, [], { seenSequence: 2 }))).toEqual(['1', '2', 'since', '3']);
    expect(keys(rows(lines, [], { seenSequence: 3 }))).toEqual(['1', '2', '3']);
    // A first visit has no divider, because every message is new.
    expect(keys(rows(lines, [], { seenSequence: 0 }))).toEqual(['1', '2', '3']);
  });

  it('divides debates into rounds', () => {
    const lines = [entry(1, said('a')), entry(2, said('b')), entry(3, said('c'))];
    const stages = [
      { round: 1, phase: 'opening' },
      { round: 1, phase: 'opening' },
      { round: 2, phase: 'closing' },
    ];
    expect(keys(rows(lines, stages, { mode: 'debate' }))).toEqual(['round 1', '1', '2', 'round 2', '3']);
  });

  it('divides check-ins into days', () => {
    const lines = [entry(1, said('a')), entry(2, said('b'))];
    const stages = [{ day: '20260320' }, { day: '20260321' }];
    expect(rows(lines, stages, { mode: 'daily_checkin' }).map(({ kind }) => kind)).toEqual([
      'day',
      'entry',
      'day',
      'entry',
    ]);
  });
});

describe('the tree of a thread', () => {
  const line = (sequence: number, path: string, parent?: string) =>
    ({
      kind: 'entry',
      key: String(sequence),
      entry: entry(sequence, said('')),
      stage: { path, ...(parent ? { parent } : {}) },
      depth: 0,
    }) as const;
  const shape = (...lines: ReturnType<typeof line>[]) =>
    getTree(lines).map((row) => (row.kind === 'entry' ? [row.key, row.depth] : []));

  it('a thread shows replies under their parents', () => {
    expect(
      shape(line(1, 'a/1'), line(2, 'b/1', 'a/1'), line(3, 'c/1', 'a/1'), line(4, 'a/2', 'b/1')),
    ).toEqual([
      ['1', 0],
      ['2', 1],
      ['4', 2],
      ['3', 1],
    ]);
  });

  it('replies to hidden messages become roots', () => {
    expect(shape(line(1, 'a/1', 'gone/1'), line(2, 'b/1', 'b/1'))).toEqual([
      ['1', 0],
      ['2', 0],
    ]);
  });

  it('is as deep as ten thousand replies', () => {
    const deep = Array.from({ length: 10_000 }, (_, index) =>
      line(index, `a/${index}`, index > 0 ? `a/${index - 1}` : undefined),
    );
    const tree = getTree(deep);
    expect(tree).toHaveLength(10_000);
    expect(tree.at(-1)).toMatchObject({ depth: 9999 });
  });
});

/** Positions of messages by mode, in the published examples and in the golden ledgers. */
describe('stages of messages in each mode', () => {
  const examples: [topicId: string, sequence: number, stage: LineStage][] = [
    ['debate-rooster', 5, { side: 'pro', round: 1, phase: 'opening', turn: 'turn_000001' }],
    ['debate-rooster', 7, { side: 'con', round: 1 }],
    ['debate-rooster', 12, { ended: 'completed' }],
    ['crosstalk-heat', 5, { role: 'lead' }],
    ['crosstalk-heat', 6, { role: 'support' }],
    ['idiom-chain', 5, { idiom: { text: '春暖花开', expected: null, isLinked: true } }],
    ['idiom-chain', 6, { idiom: { text: '开门见山', expected: '开', isLinked: true } }],
    ['idiom-chain', 7, { idiom: { text: '水到渠成', expected: '山', isLinked: false } }],
    ['check-in', 2, { day: '20260320' }],
    ['introductions', 2, { cardVersion: 1 }],
    ['poetry-duel', 2, { round: 1, phase: 'open', sealedUntil: expect.any(String) }],
    ['lost-and-found', 4, { path: expect.any(String), parent: expect.any(String) }],
  ];
  it.each(examples)('%s, entry %i', async (topicId, sequence, stage) => {
    const page = openedSession(topicId);
    await page.refresh();
    const told = page.told.flatMap((message) => (message.type === 'proofs' ? message.proofs : []));
    expect(told.find((proof) => proof.sequence === sequence)?.stage).toMatchObject(stage);
  });

  const wanted: [mode: string, stage: LineStage][] = [
    ['drum_pass', { baton: { to: expect.any(String), from: expect.any(String) } }],
    ['limited_slots', { slot: expect.stringMatching(/^slot_\d{4}$/) }],
    ['collab_roles', { role: expect.any(String) }],
    ['skit_chain', { place: expect.any(Number), turn: expect.any(String) }],
    ['roast_banter', { role: 'support' }],
    ['turn_queue', { turn: expect.any(String) }],
  ];
  it.each(wanted)('%s, somewhere in its golden ledger', async (mode, stage) => {
    const golden = goldens.find((each) => each.mode === mode);
    if (!golden) throw new Error(`no golden ledger of ${mode}`);
    const page = goldenSession(golden);
    await page.refresh();
    const stages = page.told.flatMap((message) =>
      message.type === 'proofs' ? message.proofs.map((proof) => proof.stage) : [],
    );
    expect(stages).toContainEqual(expect.objectContaining(stage));
  });
});
