import type { StepOf } from '@agent-home/agent-runtime/run-log';
import { shownText } from '@agent-home/protocol';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { useAmounts } from '../parts/use-amounts.ts';
import { Shown, ShownError } from './shown.tsx';
import { StepFrame } from './step-frame.tsx';

/** Request to a model with its response, which may still be streamed. */
export function ResponseStep({ step, runId }: { step: StepOf<'response'>; runId: string }) {
  const { t } = useTranslation('runs');
  const { number, duration } = useAmounts();
  const { agent, provider, model, state, purpose, text, thought, error, usage, context } = step;
  return (
    <StepFrame
      runId={runId}
      step={step}
      look={state === 'failed' ? 'trouble' : purpose === undefined ? 'answer' : 'aside'}
      title={
        <>
          <UntrustedText text={agent} inline />{' '}
          <span className="small soft">
            {purpose === undefined ? null : `${t(`purpose.${purpose}`)} · `}
            <UntrustedText text={`${provider}/${model}`} inline />
          </span>
        </>
      }
    >
      {thought === undefined ? null : (
        <details>
          <summary>{t('thought')}</summary>
          <Shown of={thought} />
        </details>
      )}
      {text.text === '' ? null : <Shown of={text} />}
      {step.is_withheld ? <p className="small soft">{t('withheld')}</p> : null}
      {state === 'pending' ? <p className="soft">{t('pending')}</p> : null}
      {error === undefined ? null : <ShownError {...error} />}
      {step.failed_attempts.map(({ model: tried, status, message = '' }, index) => (
        <p key={`${tried} ${String(index)}`} className="small">
          {t('attempt', { model: shownText(tried), status: status ?? '–' })}{' '}
          <UntrustedText text={message} inline />
        </p>
      ))}
      <p className="small soft">
        {[
          ...(step.elapsed_ms === undefined ? [] : [duration(step.elapsed_ms)]),
          ...(usage === undefined
            ? []
            : [t('in_out', { input: number(usage.input_tokens), output: number(usage.output_tokens) })]),
          ...(context === undefined
            ? []
            : [t('context', { tokens: number(context.tokens), limit: number(context.limit) })]),
        ].join(' · ')}
      </p>
    </StepFrame>
  );
}
