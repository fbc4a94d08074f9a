import './long-list.css';
import type { Piece } from '@agent-home/agent-runtime/run-log';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RunsResult } from './runs-result.tsx';
import { itemsPerPage, type ListQuery } from './runs-source.ts';

/** Lists up to this length are drawn as a whole, so that the browser's search finds all of it. */
const mostDrawn = 100;

interface LongListProps<Item> {
  /** Returns the query of a page. */
  query: (page: number) => ListQuery<Item>;
  /** Height of an item before it is measured, in pixels. */
  estimate: number;
  className: string;
  /** Draws an item as `li`. */
  draw: (item: Item) => ReactNode;
  /** Shown for a list without items. */
  empty?: ReactNode;
  /** Shown above the items. */
  head?: (first: Piece<Item>) => ReactNode;
}

/**
 * List of any length: only items in view are in the document, and only their pages are read. Items that are not read yet leave a
 * space of their estimated height.
 */
export function LongList<Item>(props: LongListProps<Item>) {
  const first = useQuery(props.query(0));
  const { empty = null, head } = props;
  return (
    <RunsResult of={first}>
      {(page) => (
        <>
          {head?.(page)}
          {page.total === 0 ? (
            empty
          ) : page.total <= mostDrawn && page.next === undefined ? (
            <ol className={props.className}>{page.items.map(props.draw)}</ol>
          ) : (
            <Virtual {...props} total={page.total} />
          )}
        </>
      )}
    </RunsResult>
  );
}

function Virtual<Item>({ query, estimate, className, draw, total }: LongListProps<Item> & { total: number }) {
  const { t } = useTranslation('common');
  const list = useRef<HTMLOListElement>(null);
  const [{ top, gap }, setFrame] = useState({ top: 0, gap: 0 });
  // The list starts below the facts of the run, whose height changes with the width.
  useLayoutEffect(() => {
    const measure = () => {
      const { current } = list;
      if (!current) return;
      const found = {
        top: Math.round(current.getBoundingClientRect().top + window.scrollY),
        gap: Number.parseFloat(getComputedStyle(current).rowGap) || 0,
      };
      setFrame((known) => (known.top === found.top && known.gap === found.gap ? known : found));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count: total,
    estimateSize: () => estimate,
    overscan: 6,
    scrollMargin: top,
    gap,
  });
  const rows = virtualizer.getVirtualItems();
  const pages = [...new Set(rows.map(({ index }) => Math.floor(index / itemsPerPage)))];
  const read = useQueries({ queries: pages.map((page) => query(page)) });
  const items = new Map(pages.map((page, index) => [page, read[index]?.data?.items]));
  // Items are list items themselves, so that a list has no other children: they get their numbers here. All are numbered before one
  // is measured, because a measurement after each change would repeat the layout each time. Later sizes are observed.
  useLayoutEffect(() => {
    const numbered: HTMLElement[] = [];
    for (const [at, { index }] of rows.entries()) {
      const item = list.current?.children[at];
      if (!(item instanceof HTMLElement)) continue;
      if (item.ariaSetSize !== `${total}`) item.ariaSetSize = `${total}`;
      if (item.dataset.index === `${index}`) continue;
      item.dataset.index = `${index}`;
      item.ariaPosInSet = `${index + 1}`;
      numbered.push(item);
    }
    for (const item of numbered) virtualizer.measureElement(item);
  });
  return (
    <ol
      ref={list}
      className={`long-list ${className}`}
      style={{ height: virtualizer.getTotalSize(), paddingTop: Math.max(0, (rows[0]?.start ?? top) - top) }}
    >
      {rows.map(({ index }) => {
        const item = items.get(Math.floor(index / itemsPerPage))?.[index % itemsPerPage];
        return item === undefined ? (
          <li key={`place ${index}`} className="soft small" style={{ minHeight: estimate }}>
            {t('loading')}
          </li>
        ) : (
          draw(item)
        );
      })}
    </ol>
  );
}
