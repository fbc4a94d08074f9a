import type { RunPage, StepOf } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { useAmounts } from '../parts/use-amounts.ts';
import { Approval } from './approval.tsx';
import { Decision } from './decision.tsx';
import { DelegatedRuns } from './delegated-runs.tsx';
import { Shown, ShownError } from './shown.tsx';
import { StepFrame } from './step-frame.tsx';

const looks = {
  requested: 'badge',
  waiting: 'badge badge-warn',
  running: 'badge badge-live',
  ok: 'badge badge-good',
  error: 'badge badge-bad',
  refused: 'badge badge-bad',
} as const;

/** Tool call: arguments, decisions, approval and result. */
export function CallStep({ step, run }: { step: StepOf<'call'>; run: RunPage }) {
  const { t } = useTranslation('runs');
  const { duration } = useAmounts();
  const { tool, requested_name, name_resolution, mended, problems, state, decisions, approval } = step;
  const { settlement, result, error, elapsed_ms } = step;
  return (
    <StepFrame
      runId={run.run_id}
      step={step}
      look={state === 'error' || state === 'refused' ? 'trouble' : 'plain'}
      title={
        <span className="row">
          <span>
            {t('call_of')} <UntrustedText text={tool === '' ? requested_name : tool} inline />
          </span>
          <span className={looks[state]}>{t(`call.${state}`)}</span>
          {elapsed_ms === undefined ? null : <span className="small soft">{duration(elapsed_ms)}</span>}
        </span>
      }
    >
      {name_resolution === 'exact' ? null : (
        <p className="small soft">
          {t(`resolution.${name_resolution}`)} <UntrustedText text={requested_name} inline />
        </p>
      )}
      <Shown of={step.arguments} isJson from={['arguments', 'arguments_raw']} />
      {mended === undefined ? null : <p className="small soft">{t(`mended.${mended}`)}</p>}
      {problems
        .filter((problem) => problem !== error?.code)
        .map((problem) => (
          <div key={problem} className="small">
            <UntrustedText text={problem} />
          </div>
        ))}
      {decisions.map((decision, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: decisions are only appended
        <Decision key={index} of={decision} />
      ))}
      {approval === undefined ? null : <Approval of={approval} />}
      {settlement === undefined ? null : (
        <p className="small">{t(`settlement.${settlement.reply ?? 'open'}`)}</p>
      )}
      <DelegatedRuns run={run} callId={step.tool_call_id} named={step.runs} />
      {error === undefined ? null : <ShownError {...error} />}
      {result === undefined ? null : (
        <details open={result.text.length < 600}>
          <summary>{t('result')}</summary>
          <Shown of={result} isJson />
        </details>
      )}
      {step.is_tainted ? <p className="small soft">{t('tainted')}</p> : null}
    </StepFrame>
  );
}
