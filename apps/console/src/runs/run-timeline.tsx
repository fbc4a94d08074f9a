import './run-timeline.css';
import type { TimelineSpan } from '@agent-home/agent-runtime/run-log';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { Code } from './parts/code.tsx';
import { LongList } from './parts/long-list.tsx';
import { runPaths } from './parts/run-paths.ts';
import { spansQuery, useRunsSource } from './parts/runs-source.ts';
import { useAmounts } from './parts/use-amounts.ts';

/** Spans of a run as a waterfall. The first span is the run. */
export function RunTimeline({ runId }: { runId: string }) {
  const { t } = useTranslation('runs');
  const source = useRunsSource();
  // The first span is the run.
  const wholeMs = Math.max(1, useQuery(spansQuery(source, runId, 0)).data?.items[0]?.duration_ms ?? 1);
  return (
    <section className="stack" aria-label={t('tab.timeline')}>
      <LongList
        query={(page) => spansQuery(source, runId, page)}
        estimate={44}
        className=""
        draw={(span) => <Span key={span.span_id} span={span} runId={runId} wholeMs={wholeMs} />}
        empty={<p className="soft">{t('no_steps')}</p>}
      />
    </section>
  );
}

const kinds = { agent: '', llm: 'timeline-bar-llm', tool: 'timeline-bar-tool', system: '' } as const;
const depths = ['', 'timeline-depth-1', 'timeline-depth-2'];

function Span({ span, runId, wholeMs }: { span: TimelineSpan; runId: string; wholeMs: number }) {
  const { t } = useTranslation('runs');
  const { duration, number } = useAmounts();
  const { seq, subject, kind, status, depth, start_ms, duration_ms, tokens, effect, code } = span;
  const left = Math.min(100, (start_ms / wholeMs) * 100);
  const width = Math.min(100 - left, (duration_ms / wholeMs) * 100);
  const shownSubject =
    kind === 'system' ? t(`action.${subject.replace('.', '_')}`, { defaultValue: subject }) : subject;
  return (
    <li className="timeline-row small">
      <span className={`timeline-name ${depths[Math.min(depth, 2)]}`}>
        <Link href={runPaths.record(runId, seq)}>
          {t(`span_kind.${kind}`)} <UntrustedText text={shownSubject} inline />
        </Link>{' '}
        {effect === undefined ? null : <span className="soft">{t(`effect.${effect}`)} </span>}
        {code === undefined ? null : <Code text={code} soft />}
        {status === 'ok' || effect !== undefined ? null : (
          <span className={status === 'error' ? 'badge badge-bad' : 'badge'}>{t(`span.${status}`)}</span>
        )}
      </span>
      <span className="timeline-track" aria-hidden="true">
        <span
          className={`timeline-bar ${status === 'error' ? 'timeline-bar-error' : kinds[kind]}`}
          style={{ left: `${left}%`, width: `${width}%` }}
        />
      </span>
      <span className="timeline-amount soft">
        <span className="visually-hidden">{t('starts', { at: duration(start_ms) })} </span>
        {duration(duration_ms)}
        {tokens === undefined ? null : ` · ${t('tokens', { number: number(tokens) })}`}
      </span>
    </li>
  );
}
