import './run-records.css';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UntrustedText } from '../components/untrusted-text.tsx';
import type { CopiedRecord } from './parts/copied.ts';
import { LongList } from './parts/long-list.tsx';
import { runPaths } from './parts/run-paths.ts';
import { recordsQuery, useRunsSource } from './parts/runs-source.ts';
import { useAmounts } from './parts/use-amounts.ts';
import { WithheldNote } from './parts/withheld-note.tsx';

/** Records of a run as the log has them, from a number on. */
export function RunRecords({ runId, first }: { runId: string; first: number }) {
  const { t } = useTranslation('runs');
  const { number } = useAmounts();
  const source = useRunsSource();
  return (
    <section className="stack" aria-label={t('tab.records')}>
      {first === 0 ? null : (
        <p>
          <Link href={runPaths.tab(runId, 'records')}>{t('from_start')}</Link>
        </p>
      )}
      <LongList
        query={(page) => recordsQuery(source, runId, first, page)}
        estimate={24}
        className="stack-tight"
        draw={(record) => (
          <RecordItem key={record.seq} record={record} isOpen={first > 0 && record.seq === first} />
        )}
        head={({ total }) => (
          <p className="small soft">{t('records_total', { number: number(total + first) })}</p>
        )}
      />
    </section>
  );
}

/** One record. Its text is made when it is opened, because it may be large. Scrolling draws the list again, but not its items. */
const RecordItem = memo(function RecordItem({ record, isOpen }: { record: CopiedRecord; isOpen: boolean }) {
  const { clock } = useAmounts();
  const [open, setOpen] = useState(isOpen);
  const { withheld, ...shown } = record;
  const { seq, type, time } = shown;
  return (
    <li>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="record-summary">
          <code data-written="">
            {seq} {type}
          </code>{' '}
          <time className="small soft" dateTime={time}>
            {clock(time)}
          </time>
        </summary>
        {open ? (
          <div className="record-json">
            <UntrustedText text={JSON.stringify(shown, undefined, 2)} />
          </div>
        ) : null}
      </details>
      <WithheldNote of={withheld} />
    </li>
  );
});
