import './run-timeline.css';
import type { TimelineSpan } from '@agent-home/agent-runtime/run-log';
import { useQuery } from '@tanstack/react-query';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { Code } from './parts/code.tsx';
import { LongList } from './parts/long-list.tsx';
import { runPaths } from './parts/run-paths.ts';
import { spansQuery, useRunsSource } from './parts/runs-source.ts';
import { TimelineTable } from './timeline-table.tsx';
import { type SpanWords, useSpanWords } from './use-span-words.ts';

/** Spans of a run as a waterfall or as a table with the same content. The first span is the run. */
export function RunTimeline({ runId }: { runId: string }) {
  const { t } = useTranslation('runs');
  const [isTable, setIsTable] = useState(false);
  return (
    <section className="stack" aria-label={t('tab.timeline')}>
      <p>
        <button type="button" className="button" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
          {t('table.show')}
        </button>
      </p>
      {isTable ? <TimelineTable runId={runId} /> : <Waterfall runId={runId} />}
    </section>
  );
}

function Waterfall({ runId }: { runId: string }) {
  const { t } = useTranslation('runs');
  const source = useRunsSource();
  const toWords = useSpanWords();
  const wholeMs = Math.max(1, useQuery(spansQuery(source, runId, 0)).data?.items[0]?.duration_ms ?? 1);
  return (
    <LongList
      query={(page) => spansQuery(source, runId, page)}
      estimate={28}
      className=""
      draw={(span) => (
        <Span key={span.span_id} span={span} toWords={toWords} runId={runId} wholeMs={wholeMs} />
      )}
      empty={<p className="soft">{t('no_steps')}</p>}
    />
  );
}

const kinds = {
  agent: '',
  llm: 'timeline-bar-llm',
  tool: 'timeline-bar-tool',
  system: '',
  approval: 'timeline-bar-wait',
  delegation: 'timeline-bar-delegation',
} as const;
const depths = ['', 'timeline-depth-1', 'timeline-depth-2'];

interface SpanProps {
  span: TimelineSpan;
  toWords: (span: TimelineSpan) => SpanWords;
  runId: string;
  /** Duration of the run. */
  wholeMs: number;
}

/** Row of the waterfall. Scrolling draws the list again, but not its rows. */
const Span = memo(function Span({ span, toWords, runId, wholeMs }: SpanProps) {
  const { kind, subject, result, starts, duration, wait } = toWords(span);
  const { seq, status, depth, start_ms, duration_ms, wait_ms = 0, code } = span;
  const share = (milliseconds: number) => Math.min(100, (milliseconds / wholeMs) * 100);
  const left = share(start_ms);
  const width = Math.min(100 - left, share(duration_ms));
  const waited = Math.min(left, share(wait_ms));
  return (
    <li className="timeline-row small">
      <span className={`timeline-name ${depths[Math.min(depth, 2)]}`}>
        <Link href={runPaths.record(runId, seq)}>
          {kind} <UntrustedText text={subject} inline />
        </Link>{' '}
        {result === '' ? null : (
          <span className={status === 'error' ? 'badge badge-bad' : 'soft'}>{result}</span>
        )}{' '}
        {code === undefined ? null : <Code text={code} soft />}
      </span>
      <span className="timeline-track" aria-hidden="true">
        {waited === 0 ? null : (
          <span
            className="timeline-bar timeline-bar-wait"
            style={{ left: `${left - waited}%`, width: `${waited}%` }}
          />
        )}
        <span
          className={`timeline-bar ${status === 'error' ? 'timeline-bar-error' : kinds[span.kind]}`}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      </span>
      <span className="timeline-amount soft">
        <span className="visually-hidden">{starts} </span>
        {duration}
        {wait_ms === 0 ? null : <Waited time={wait} />}
      </span>
    </li>
  );
});

function Waited({ time }: { time: string | undefined }) {
  const { t } = useTranslation('runs');
  return ` · ${t('waited', { time })}`;
}
