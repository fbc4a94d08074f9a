import type { RunState } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { Code } from './code.tsx';

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

/** State of a run, with the code of its failure. */
export function RunStateBadge({ state, code }: { state: RunState; code?: string | undefined }) {
  const { t } = useTranslation('runs');
  return (
    <span className="row">
      <span className={looks[state]}>{t(`state.${state}`)}</span>
      {code === undefined ? null : <Code text={code} soft />}
    </span>
  );
}
