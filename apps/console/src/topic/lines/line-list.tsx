import './line-list.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryProof, ReplayedStanding } from '../../proof/types.ts';
import type { ModeView } from '../modes/mode-view.ts';
import type { Row } from '../rows/rows.ts';
import { DividerRow } from './divider-row.tsx';
import { EntryRow } from './entry-row.tsx';
import { NewLines } from './new-lines.tsx';
import { useHeldPlace } from './use-held-place.ts';
import { useKeptAtEnd } from './use-kept-at-end.ts';

/** Virtual list of all rows of a topic: only the visible rows are in the DOM, so that ten thousand scroll like ten. */
export function LineList({
  rows,
  topicId,
  proofs,
  target,
  isReady,
  isLive,
  start,
  view,
  standing,
  onLook,
  onOpenProof,
  onRedact,
  ending,
}: {
  rows: readonly Row[];
  topicId: string;
  proofs: readonly (EntryProof | undefined)[];
  /** Number of the message in the address, or of the entry at the timeline's position. */
  target: number | undefined;
  /** True if all available entries have been read. */
  isReady: boolean;
  /** True if the topic is open and shown in its current state. */
  isLive: boolean;
  /** Initial position without a target: the newest message of an open topic, the end card of a closed one. */
  start: 'end' | 'ending';
  view: ModeView;
  /** State after the last replayed entry, for the rules. */
  standing: ReplayedStanding | undefined;
  onLook: (sequences: number[]) => void;
  onOpenProof: (sequence: number) => void;
  onRedact: ((sequence: number) => void) | undefined;
  /** Content after the last message. */
  ending: ReactNode;
}) {
  const { t } = useTranslation('topic');
  const box = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => computeEstimate(rows[index]),
    overscan: 8,
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    // While a long topic is loading, its end must not scroll a linked message out of view.
    followOnAppend: isReady,
    scrollEndThreshold: endThreshold,
  });
  useKeptAtEnd(box, start === 'end', endThreshold);
  const items = virtualizer.getVirtualItems();
  useStartingPlace(rows, target, isReady, start, (index, align) =>
    virtualizer.scrollToIndex(index, { align }),
  );
  useHeldPlace(box, target, isReady && start === 'ending' && ending !== null);
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    onLook(rows.slice(first, last + 1).flatMap((row) => (row.kind === 'entry' ? [row.entry.sequence] : [])));
  }, [rows, first, last, onLook]);
  return (
    <div className="line-frame">
      <section
        ref={box}
        className="line-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        aria-label={t('lines.label')}
        onKeyDown={(event) => {
          // The browser's own scrolling is slow here, and stops at a row that turns out higher than estimated.
          if (event.target !== event.currentTarget || (event.key !== 'Home' && event.key !== 'End')) return;
          event.preventDefault();
          if (event.key === 'Home') virtualizer.scrollToIndex(0, { align: 'start' });
          else virtualizer.scrollToIndex(rows.length - 1, { align: 'end' });
        }}
      >
        <ol className="line-list" style={{ height: virtualizer.getTotalSize() }}>
          {items.map((item) => {
            const row = rows[item.index];
            if (!row) return null;
            const isTarget = row.kind === 'entry' && row.entry.sequence === target;
            const place = row.kind === 'entry' ? view.placeOf?.(row, standing) : undefined;
            // The replay determines the position of a row a moment later, so the row is not drawn before it.
            const waits =
              view.isPlacedByReplay && row.kind === 'entry' && proofs[row.entry.sequence] === undefined;
            return (
              <li
                key={item.key}
                ref={virtualizer.measureElement}
                data-index={item.index}
                data-sequence={row.kind === 'entry' ? row.entry.sequence : undefined}
                className={`line ${waits ? 'line-waits' : place ? `line-${place}` : ''} ${isTarget ? 'line-target' : ''}`}
                style={getStyle(item.start, row)}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                aria-current={isTarget ? 'true' : undefined}
              >
                {row.kind === 'entry' ? (
                  <EntryRow
                    row={row}
                    topicId={topicId}
                    proof={proofs[row.entry.sequence]}
                    view={view}
                    onOpenProof={onOpenProof}
                    onRedact={onRedact}
                  />
                ) : (
                  <DividerRow row={row} />
                )}
              </li>
            );
          })}
        </ol>
        {ending}
      </section>
      <NewLines
        rows={rows}
        isReady={isReady}
        isLive={isLive}
        isAtEnd={last >= rows.length - 1 && virtualizer.isAtEnd(endThreshold)}
        onGo={() => virtualizer.scrollToIndex(rows.length - 1, { align: 'end' })}
      />
    </div>
  );
}

/** Distance from the end, in pixels, within which the reader counts as being at the end. */
const endThreshold = 80;

/** Estimates the height of a row before it is measured. A better estimate causes less movement. */
function computeEstimate(row: Row | undefined): number {
  if (row?.kind !== 'entry') return 44;
  const { content } = row.entry;
  const lines = content.kind === 'text' ? Math.min(12, Math.ceil(content.text.length / 90)) : 1;
  return (row.isContinued ? 6 : 45) + lines * 24;
}

/** Scrolls once to the reader's starting message, as soon as it is loaded. */
function useStartingPlace(
  rows: readonly Row[],
  target: number | undefined,
  isReady: boolean,
  start: 'end' | 'ending',
  go: (index: number, align: 'center' | 'start' | 'end') => void,
): void {
  const arrived = useRef<string>(undefined);
  useEffect(() => {
    const wanted = target === undefined ? start : `line ${target}`;
    if (rows.length === 0 || arrived.current === wanted) return;
    const place = rows.findIndex((row) => row.kind === 'entry' && row.entry.sequence === target);
    // Requires enough rows below the message to centre it.
    const isThere = place >= 0 && place + roundAbout < rows.length;
    if (!isReady && !isThere) return;
    // When the reader returns from a single message, the position stays.
    if (target === undefined && arrived.current !== undefined) return;
    const index = target === undefined ? rows.length - 1 : nearestTo(target, rows);
    if (index < 0) return;
    arrived.current = wanted;
    go(index, target === undefined ? 'end' : 'center');
  }, [rows, target, isReady, start, go]);
}

/** Number of rows below a message that fill a screen. */
const roundAbout = 30;

/** Returns the index of an entry's row, or of the last row before the entry if it has none. */
function nearestTo(target: number, rows: readonly Row[]): number {
  let [nearest, sequence] = [-1, 0];
  rows.forEach((row, index) => {
    if (row.kind !== 'entry' || row.entry.sequence > target || row.entry.sequence <= sequence) return;
    nearest = index;
    sequence = row.entry.sequence;
  });
  return nearest;
}

/** Maximum indentation of replies: deeper ones would leave no room for text on a phone. */
const deepest = 6;

function getStyle(start: number, row: Row): CSSProperties {
  const depth = row.kind === 'entry' ? Math.min(row.depth, deepest) : 0;
  return { transform: `translateY(${start}px)`, '--depth': depth } as CSSProperties;
}
