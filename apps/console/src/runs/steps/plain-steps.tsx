import type { StepOf } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { Decision } from './decision.tsx';
import { Shown, ShownError } from './shown.tsx';
import { StepFrame } from './step-frame.tsx';

/** Message that a run works on. */
export function MessageStep({ step, runId }: { step: StepOf<'message'>; runId: string }) {
  const { t } = useTranslation('runs');
  const title = (
    <>
      {t('message')} <UntrustedText text={step.origin} inline />
    </>
  );
  return (
    <StepFrame runId={runId} step={step} title={title}>
      <Shown of={step.text} from={['text']} />
      {step.is_tainted ? <p className="small soft">{t('tainted')}</p> : null}
    </StepFrame>
  );
}

/** A decision against the use of a model or of memory. */
export function DecisionStep({ step, runId }: { step: StepOf<'decision'>; runId: string }) {
  const { t } = useTranslation('runs');
  const title = (
    <>
      {t(`action.${step.action.replace('.', '_')}`)} <UntrustedText text={step.subject} inline />
    </>
  );
  return (
    <StepFrame runId={runId} step={step} look="trouble" title={title}>
      <Decision of={step.decision} />
    </StepFrame>
  );
}

/** Verdict of a guardrail. */
export function GuardrailStep({ step, runId }: { step: StepOf<'guardrail'>; runId: string }) {
  const { t } = useTranslation('runs');
  const { name, policy, passed, on, attempt, errors } = step;
  const title = (
    <span className="row">
      <span>
        {t('guardrail')} <UntrustedText text={name} inline />
      </span>
      <span className={passed ? 'badge badge-good' : 'badge badge-bad'}>
        {t(passed ? 'passed' : 'failed')}
      </span>
    </span>
  );
  return (
    <StepFrame runId={runId} step={step} look={passed ? 'aside' : 'trouble'} title={title}>
      <p className="small soft">
        {[
          t(`guardrail_on.${on}`),
          t(`guardrail_policy.${policy}`),
          ...(attempt === 1 ? [] : [t('attempt_number', { attempt })]),
        ].join(' · ')}
      </p>
      {errors.map((error) => (
        <div key={error} className="small">
          <UntrustedText text={error} />
        </div>
      ))}
    </StepFrame>
  );
}

/** Memory that a run read or wrote. */
export function MemoryStep({ step, runId }: { step: StepOf<'memory'>; runId: string }) {
  const { t } = useTranslation('runs');
  const { event, entries, error } = step;
  return (
    <StepFrame
      runId={runId}
      step={step}
      look={error === undefined ? 'aside' : 'trouble'}
      title={t(`memory.${event}`, { count: entries.length })}
    >
      {error === undefined ? null : <ShownError {...error} />}
      {entries.map(({ key, text, is_tainted }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the entries of a record never change
        <div key={index} className="stack-tight">
          {key === undefined ? null : (
            <p className="small soft">
              <UntrustedText text={key} inline />
            </p>
          )}
          <Shown of={text} from={['value', 'entries']} />
          {is_tainted ? <p className="small soft">{t('tainted')}</p> : null}
        </div>
      ))}
    </StepFrame>
  );
}

/** An event of the run itself. */
export function NoteStep({ step, runId }: { step: StepOf<'note'>; runId: string }) {
  const { t } = useTranslation('runs');
  return (
    <StepFrame
      runId={runId}
      step={step}
      look="aside"
      title={t(`note.${step.event}`, { count: step.count ?? 0 })}
    >
      {step.text === undefined ? null : <Shown of={step.text} from={['summary']} />}
    </StepFrame>
  );
}

/** End of a run, with its answer. */
export function EndStep({ step, runId }: { step: StepOf<'end'>; runId: string }) {
  const { t } = useTranslation('runs');
  const { status, error, answer } = step;
  return (
    <StepFrame
      runId={runId}
      step={step}
      look={status === 'answered' ? 'answer' : 'trouble'}
      title={t(`end.${status}`)}
    >
      {error === undefined ? null : <ShownError {...error} />}
      {answer.text === '' ? null : <Shown of={answer} />}
    </StepFrame>
  );
}
