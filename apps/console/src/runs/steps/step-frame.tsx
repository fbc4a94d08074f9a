import './step-frame.css';
import type { ConversationStep } from '@agent-home/agent-runtime/run-log';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { runPaths } from '../parts/run-paths.ts';
import { useRunsSource } from '../parts/runs-source.ts';
import { useAmounts } from '../parts/use-amounts.ts';

const looks = {
  plain: 'run-step card stack-tight',
  answer: 'run-step run-step-answer card stack-tight',
  trouble: 'run-step run-step-trouble card stack-tight',
  aside: 'run-step run-step-aside card stack-tight',
} as const;

/** Frame of a step: its title, its time, and a link to its first record. */
export function StepFrame({
  runId,
  step: { seq, time },
  title,
  look = 'plain',
  children,
}: {
  runId: string;
  step: ConversationStep;
  title: ReactNode;
  look?: keyof typeof looks;
  children?: ReactNode;
}) {
  const { t } = useTranslation('runs');
  const { clock } = useAmounts();
  const { place } = useRunsSource();
  return (
    <li className={looks[look]}>
      <div className="run-step-head">
        <h2 className="run-step-title">{title}</h2>
        <span className="small soft row">
          <time dateTime={time}>{clock(time)}</time>
          {/* The run of a file has no page. */}
          {place === 'file' ? (
            <span>{t('record_link', { seq })}</span>
          ) : (
            <Link href={runPaths.record(runId, seq)}>{t('record_link', { seq })}</Link>
          )}
        </span>
      </div>
      {children}
    </li>
  );
}
