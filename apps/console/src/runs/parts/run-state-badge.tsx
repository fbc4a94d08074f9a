import type { RunOverview, RunState } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { serverNow } from '../../read/server-clock.ts';
import { Code } from './code.tsx';
import { useRunsSource } from './runs-source.ts';

const looks: Record<RunState, string> = {
  answered: 'badge badge-good',
  failed: 'badge badge-bad',
  cancelled: 'badge',
  running: 'badge badge-live',
  waiting: 'badge badge-warn',
  resumable: 'badge badge-warn',
  interrupted: 'badge badge-warn',
  damaged: 'badge badge-bad',
};

/** Time without a record after which a copy says nothing about a running process: that process may have died. */
const longestSilenceMs = 3_600_000;

interface RunStateBadgeProps {
  state: RunState;
  code?: string | undefined;
  /** Times of the run, for the age of its last record. */
  overview?: Pick<RunOverview, 'started_at' | 'duration_ms'> | undefined;
}

/** State of a run, with the code of its failure. A home does not see processes, so an old copy has no live state. */
export function RunStateBadge({ state, code, overview }: RunStateBadgeProps) {
  const { t, i18n } = useTranslation('runs');
  const { place } = useRunsSource();
  const lastMs = overview === undefined ? undefined : Date.parse(overview.started_at) + overview.duration_ms;
  if (
    place === 'home' &&
    state === 'running' &&
    lastMs !== undefined &&
    serverNow() - lastMs > longestSilenceMs
  )
    return (
      <span className="badge badge-warn" data-silent="">
        {t('silent', { time: new Date(lastMs).toLocaleString(i18n.language) })}
      </span>
    );
  return (
    <span className="row">
      <span className={looks[state]}>{t(`state.${state}`)}</span>
      {code === undefined ? null : <Code text={code} soft />}
    </span>
  );
}
