import type { TimelineSpan } from '@agent-home/agent-runtime/run-log';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { Code } from './parts/code.tsx';
import { runPaths } from './parts/run-paths.ts';
import { RunsResult } from './parts/runs-result.tsx';
import { itemsPerPage, spansQuery, useRunsSource } from './parts/runs-source.ts';
import { type SpanWords, useSpanWords } from './use-span-words.ts';

const columns = ['span', 'start', 'wait', 'duration', 'result'] as const;

/** The waterfall as a table, for screen readers and for exact amounts. */
export function TimelineTable({ runId }: { runId: string }) {
  const { t } = useTranslation('runs');
  const [page, setPage] = useState(0);
  const spans = useQuery(spansQuery(useRunsSource(), runId, page));
  const toWords = useSpanWords();
  return (
    <RunsResult of={spans}>
      {({ items, total }) => (
        <>
          <div className="table-box">
            <table>
              <thead>
                <tr>
                  {columns.map((name) => (
                    <th key={name} scope="col">
                      {t(`column.${name}`)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {items.map((span) => (
                  <Row key={span.span_id} span={span} words={toWords(span)} runId={runId} />
                ))}
              </tbody>
            </table>
          </div>
          {total <= itemsPerPage ? null : (
            <div className="row">
              <button
                type="button"
                className="button"
                disabled={page === 0}
                onClick={() => setPage(page - 1)}
              >
                {t('table.previous')}
              </button>
              <button
                type="button"
                className="button"
                disabled={(page + 1) * itemsPerPage >= total}
                onClick={() => setPage(page + 1)}
              >
                {t('table.next')}
              </button>
            </div>
          )}
        </>
      )}
    </RunsResult>
  );
}

function Row({ span, words, runId }: { span: TimelineSpan; words: SpanWords; runId: string }) {
  const { kind, subject, result, start, wait, duration } = words;
  return (
    <tr>
      <th scope="row">
        <Link href={runPaths.record(runId, span.seq)}>
          {kind} <UntrustedText text={subject} inline />
        </Link>
      </th>
      <td>{start}</td>
      <td>{wait ?? '–'}</td>
      <td>{duration}</td>
      <td>
        {result} {span.code === undefined ? null : <Code text={span.code} soft />}
      </td>
    </tr>
  );
}
