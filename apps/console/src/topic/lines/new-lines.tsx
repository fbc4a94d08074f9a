import './new-lines.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../components/icon.tsx';
import type { Row } from '../rows/rows.ts';
import { seenLine } from './seen-line.ts';

/** Number of new messages below, for a reader further up, with a link to them. */
export function NewLines({
  rows,
  isAtEnd,
  isReady,
  isLive,
  onGo,
}: {
  rows: readonly Row[];
  isAtEnd: boolean;
  isReady: boolean;
  isLive: boolean;
  onGo: () => void;
}) {
  const { t } = useTranslation('topic');
  const newest = getNewest(rows);
  const [seen, setSeen] = useState<number>();
  useEffect(() => {
    setSeen((before) => seenLine(before, { newest, isAtEnd, isReady, isLive }));
  }, [newest, isAtEnd, isReady, isLive]);
  const count = isAtEnd || !isLive || seen === undefined ? 0 : countAfter(rows, seen);
  return (
    <p className="new-lines" role="status">
      {count > 0 ? (
        <button type="button" className="button new-lines-button" onClick={onGo}>
          {t('new_lines', { count })}
          <Icon name="down" size={16} />
        </button>
      ) : null}
    </p>
  );
}

function getNewest(rows: readonly Row[]): number {
  const last = rows.findLast((row) => row.kind === 'entry');
  return last?.kind === 'entry' ? last.entry.sequence : 0;
}

/** Rows are mostly in ledger order, so new rows are at the end. */
function countAfter(rows: readonly Row[], sequence: number): number {
  let count = 0;
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index];
    if (row?.kind !== 'entry') continue;
    if (row.entry.sequence <= sequence) break;
    count += 1;
  }
  return count;
}
