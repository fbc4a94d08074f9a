import './step-frame.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { CopiedStep } from '../parts/copied.ts';
import { runPaths } from '../parts/run-paths.ts';
import { useRunsSource } from '../parts/runs-source.ts';
import { useAmounts } from '../parts/use-amounts.ts';
import { WithheldNote } from '../parts/withheld-note.tsx';
import { WithheldMembers } from './shown.tsx';

const looks = {
  plain: 'run-step card stack-tight',
  answer: 'run-step run-step-answer card stack-tight',
  trouble: 'run-step run-step-trouble card stack-tight',
  aside: 'run-step run-step-aside card stack-tight',
} as const;

const none: readonly string[] = [];

/** Frame of a step: its title, its time, and a link to its first record. */
export function StepFrame({
  runId,
  step: { seq, time, withheld = none },
  title,
  look = 'plain',
  children,
}: {
  runId: string;
  step: CopiedStep;
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
      <WithheldMembers value={withheld}>{children}</WithheldMembers>
      <WithheldNote of={withheld} />
    </li>
  );
}
