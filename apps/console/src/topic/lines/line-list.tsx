import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryProof, Standing } from '../../proof/types.ts';
import type { ModeView } from '../modes/mode-view.ts';
import { DividerRow } from './divider-row.tsx';
import { EntryRow } from './entry-row.tsx';
import type { Row } from './rows.ts';

/** All rows of a topic, of which those on the screen are there: ten thousand scroll like ten. */
export function LineList({
  rows,
  topicId,
  proofs,
  target,
  isReady,
  start,
  view,
  standing,
  onLook,
  onOpenProof,
}: {
  rows: readonly Row[];
  topicId: string;
  proofs: readonly (EntryProof | undefined)[];
  /** The line of the address. */
  target: number | undefined;
  /** Everything there is has been read. */
  isReady: boolean;
  /** Where to begin when there is none: at the divider of what is new, at the end of what goes on, at the start. */
  start: 'since' | 'end' | 'start';
  view: ModeView;
  /** By the last replayed entry: for the rules. */
  standing: Standing | undefined;
  onLook: (sequences: number[]) => void;
  onOpenProof: (sequence: number) => void;
}) {
  const { t } = useTranslation('topic');
  const box = useRef<HTMLElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 112,
    overscan: 6,
    getItemKey: (index) => rows[index]?.key ?? index,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: 80,
  });
  const items = virtualizer.getVirtualItems();
  useStartingPlace(rows, target, isReady ? start : undefined, (index, align) =>
    virtualizer.scrollToIndex(index, { align }),
  );
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    onLook(rows.slice(first, last + 1).flatMap((row) => (row.kind === 'entry' ? [row.entry.sequence] : [])));
  }, [rows, first, last, onLook]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section ref={box} className="line-scroll" tabIndex={0} aria-label={t('lines.label')}>
      <ol className="line-list" style={{ height: virtualizer.getTotalSize() }}>
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          const isTarget = row.kind === 'entry' && row.entry.sequence === target;
          const place = row.kind === 'entry' ? (view.placeOf?.(row, standing) ?? '') : '';
          return (
            <li
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              data-sequence={row.kind === 'entry' ? row.entry.sequence : undefined}
              className={`line ${place} ${isTarget ? 'line-target' : ''}`}
              style={styleOf(item.start, row)}
              aria-setsize={rows.length}
              aria-posinset={item.index + 1}
              aria-current={isTarget ? 'true' : undefined}
            >
              {row.kind === 'entry' ? (
                <EntryRow
                  row={row}
                  topicId={topicId}
                  proof={proofs[row.entry.sequence]}
                  mark={view.Mark ? <view.Mark row={row} standing={standing} /> : null}
                  onOpenProof={onOpenProof}
                />
              ) : (
                <DividerRow row={row} />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Goes to where the reader wants to begin, once, as soon as it is there. */
function useStartingPlace(
  rows: readonly Row[],
  target: number | undefined,
  start: 'since' | 'end' | 'start' | undefined,
  go: (index: number, align: 'center' | 'start' | 'end') => void,
): void {
  const arrived = useRef<string>(undefined);
  useEffect(() => {
    const wanted = target === undefined ? start : `line ${target}`;
    if (wanted === undefined || rows.length === 0 || arrived.current === wanted) return;
    // Coming back from a line, the reader stays where it is.
    if (target === undefined && arrived.current !== undefined) return;
    const index =
      target === undefined
        ? rows.findIndex(({ kind }) => kind === 'since')
        : rows.findIndex((row) => row.kind === 'entry' && row.entry.sequence === target);
    if (target !== undefined && index < 0) return;
    arrived.current = wanted;
    if (target !== undefined) go(index, 'center');
    else if (start === 'since' && index >= 0) go(index, 'start');
    else if (start === 'end') go(rows.length - 1, 'end');
  }, [rows, target, start, go]);
}

/** Deeper than this, replies stand under one another: on a phone there would be no room for words. */
const deepest = 6;

function styleOf(start: number, row: Row): CSSProperties {
  const depth = row.kind === 'entry' ? Math.min(row.depth, deepest) : 0;
  return { transform: `translateY(${start}px)`, '--depth': depth } as CSSProperties;
}
