import type { LineStage } from '@agent-home/modes';
import type { EntryProof, EntryView } from '../../proof/types.ts';
import { getLayout, type LineLayout } from './layouts.ts';

/** Row of the list: an entry, or a divider. */
export type Row =
  | {
      kind: 'entry';
      key: string;
      entry: EntryView;
      stage: LineStage;
      depth: number;
      openedAt?: number;
      /** The same author continues, so its name is not repeated. */
      isContinued?: true;
    }
  | { kind: 'since'; key: string }
  | { kind: 'round'; key: string; round: number; phase?: string }
  | { kind: 'day'; key: string; day: string };

interface RowsWanted {
  entries: readonly (EntryView | undefined)[];
  proofs: readonly (EntryProof | undefined)[];
  mode: string;
  /** Shows every ledger entry instead of the conversation alone. */
  isWhole: boolean;
  /** The last entry that was seen before this visit. */
  seenSequence: number | undefined;
  /** Entry that the reader navigated to, shown even if it is no message. Ruled-out entries stay in the full ledger view. */
  target: number | undefined;
}

/** Returns the rows of a topic, in the order of its mode. */
export function toRows(wanted: RowsWanted): Row[] {
  const { entries, proofs, mode, isWhole, target } = wanted;
  const opened = openedSequences(entries);
  const shown = entries.filter(
    (entry): entry is EntryView =>
      entry !== undefined &&
      (isWhole ||
        isLine(entry, opened) ||
        isFault(entry, mode) ||
        (entry.sequence === target && !isRuledOut(entry))),
  );
  const rows = shown.map(
    (entry): EntryRow => ({
      kind: 'entry',
      key: String(entry.sequence),
      entry,
      stage: proofs[entry.sequence]?.stage ?? {},
      depth: 0,
      ...getOpenedAt(entry, opened),
    }),
  );
  const layout = getLayout(mode);
  if (layout.isTree && !isWhole) return getTree(rows);
  return grouped(withDividers(rows, layout, wanted.seenSequence));
}

/** Interval after which a continuing author is named again. */
const groupMilliseconds = 5 * 60_000;

/** Groups consecutive messages of one author; dividers also divide groups. */
function grouped(rows: readonly Row[]): Row[] {
  let before: Row | undefined;
  return rows.map((row) => {
    const isContinued = before !== undefined && continues(before, row);
    before = row;
    return isContinued ? { ...row, isContinued: true as const } : row;
  });
}

function continues(before: Row, row: Row): boolean {
  if (before.kind !== 'entry' || row.kind !== 'entry') return false;
  const [one, other] = [before.entry, row.entry];
  if (one.agentId === undefined || one.agentId !== other.agentId) return false;
  if (before.stage.side !== row.stage.side || before.stage.role !== row.stage.role) return false;
  return Date.parse(other.at) - Date.parse(one.at) < groupMilliseconds;
}

type EntryRow = Extract<Row, { kind: 'entry' }>;

/** Ruled out: recorded and counted by the mode, but shown only in the full ledger view. */
export function isRuledOut(entry: Pick<EntryView, 'outcome'> | undefined): boolean {
  return entry?.outcome === 'ruled_out';
}

/** True for a move that cost its player a strike; such a move is part of the game. */
function isFault(entry: EntryView, mode: string): boolean {
  return mode === 'idiom_chain' && isRuledOut(entry) && entry.content.kind === 'text';
}

/** True for entries of the conversation: messages, including erased ones and sealed ones that are not revealed yet. */
function isLine(
  { content, outcome, sequence, agentId }: EntryView,
  opened: ReadonlyMap<number, number>,
): boolean {
  switch (content.kind) {
    case 'text':
      return outcome === 'accepted';
    case 'erased':
      return content.what === 'message' && outcome === 'accepted';
    case 'sealed':
      return content.what === 'message' && outcome === 'accepted' && !opened.has(sequence);
    case 'unreadable':
      return true;
    case 'unread':
      return false;
    default:
      return agentId === undefined && content.kind === 'closed' && outcome === 'accepted';
  }
}

/** Returns the opening entry of each sealed one. */
function openedSequences(entries: RowsWanted['entries']): Map<number, number> {
  const opened = new Map<number, number>();
  for (const entry of entries) {
    if (!entry || entry.outcome === 'rejected') continue;
    const { content } = entry;
    if (
      (content.kind === 'text' || content.kind === 'opened_request') &&
      content.sealedSequence !== undefined
    )
      opened.set(content.sealedSequence, entry.sequence);
  }
  return opened;
}

function getOpenedAt(entry: EntryView, opened: ReadonlyMap<number, number>): { openedAt?: number } {
  const openedAt = entry.content.kind === 'sealed' ? opened.get(entry.sequence) : undefined;
  return openedAt === undefined ? {} : { openedAt };
}

/** Orders replies below their parents. A reply whose parent is not shown is placed at the root. */
export function getTree(rows: readonly EntryRow[]): Row[] {
  const children = new Map<string, EntryRow[]>();
  const paths = new Set(rows.flatMap(({ stage }) => stage.path ?? []));
  const roots: EntryRow[] = [];
  for (const row of rows) {
    const { parent, path } = row.stage;
    if (parent === undefined || parent === path || !paths.has(parent)) roots.push(row);
    else {
      const siblings = children.get(parent);
      if (siblings) siblings.push(row);
      else children.set(parent, [row]);
    }
  }
  const ordered: Row[] = [];
  const waiting = roots.toReversed().map((row) => ({ row, depth: 0 }));
  const placed = new Set<EntryRow>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { row, depth } = next;
    if (placed.has(row)) continue;
    placed.add(row);
    ordered.push({ ...row, depth });
    const below = children.get(row.stage.path ?? '') ?? [];
    waiting.push(...below.toReversed().map((child) => ({ row: child, depth: depth + 1 })));
  }
  return ordered;
}

function withDividers(
  rows: readonly EntryRow[],
  { dividedBy }: LineLayout,
  seenSequence: number | undefined,
): Row[] {
  const hasRounds = dividedBy === 'rounds' || dividedBy === 'rounds and phases';
  const divided: Row[] = [];
  let round: number | undefined;
  let day: string | undefined;
  let isSinceShown = false;
  for (const row of rows) {
    const { stage, entry } = row;
    if (seenSequence !== undefined && !isSinceShown && entry.sequence > seenSequence) {
      isSinceShown = true;
      if (divided.length > 0) divided.push({ kind: 'since', key: 'since' });
    }
    if (hasRounds && (stage.round ?? 0) > (round ?? 0)) {
      round = stage.round ?? 0;
      const phase =
        dividedBy === 'rounds and phases' && stage.phase !== undefined ? { phase: stage.phase } : {};
      divided.push({ kind: 'round', key: `round ${round}`, round, ...phase });
    }
    if (dividedBy === 'days' && stage.day !== undefined && stage.day !== day) {
      day = stage.day;
      divided.push({ kind: 'day', key: `day ${day} ${entry.sequence}`, day });
    }
    divided.push(row);
  }
  return divided;
}
