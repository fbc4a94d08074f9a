import type { RunPage, StepOf } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { Code } from '../parts/code.tsx';
import { Approval } from './approval.tsx';
import { DelegatedRuns } from './delegated-runs.tsx';
import { Shown, ShownError } from './shown.tsx';
import { StepFrame } from './step-frame.tsx';

/** Another agent is at work, or cannot be. */
export function AgentStep({ step, runId }: { step: StepOf<'agent'>; runId: string }) {
  const { t } = useTranslation('runs');
  const { event, name, error } = step;
  const title = (
    <>
      {t(`agent_event.${event}`)} <UntrustedText text={name} inline />
    </>
  );
  return (
    <StepFrame runId={runId} step={step} look={error === undefined ? 'aside' : 'trouble'} title={title}>
      {error === undefined ? null : <ShownError {...error} />}
    </StepFrame>
  );
}

/** One agent hands its task to another, or may not. */
export function HandoffStep({ step, runId }: { step: StepOf<'handoff'>; runId: string }) {
  const { t } = useTranslation('runs');
  const { from, to, reason, payload, condition, code } = step;
  const title = (
    <>
      {t(code === undefined ? 'handoff' : 'handoff_refused')} <UntrustedText text={from} inline /> →{' '}
      <UntrustedText text={to} inline />
    </>
  );
  return (
    <StepFrame runId={runId} step={step} look={code === undefined ? 'plain' : 'trouble'} title={title}>
      {code === undefined ? null : <Code text={code} />}
      {reason === '' ? null : <UntrustedText text={reason} />}
      <Condition condition={condition} />
      {payload === undefined ? null : <Shown of={payload} isJson from={['payload']} />}
    </StepFrame>
  );
}

function Condition({ condition }: { condition: string | undefined }) {
  const { t } = useTranslation('runs');
  if (condition === undefined) return null;
  return (
    <p className="small">
      {t('condition')} <UntrustedText text={condition} inline />
    </p>
  );
}

/** A node of the graph. */
export function NodeStep({ step, runId }: { step: StepOf<'node'>; runId: string }) {
  const { t } = useTranslation('runs');
  const { node, visit, worker, state, output, approval } = step;
  const title = (
    <span className="row">
      <span>
        {t('node')} <UntrustedText text={node} inline />
        {worker === undefined ? null : (
          <>
            {' · '}
            <UntrustedText text={worker} inline />
          </>
        )}
      </span>
      {visit === 1 ? null : <span className="badge">{t('visit', { visit })}</span>}
      {state === 'running' ? <span className="badge badge-live">{t('call.running')}</span> : null}
    </span>
  );
  return (
    <StepFrame runId={runId} step={step} title={title}>
      {approval === undefined ? null : <Approval of={approval} />}
      {output === undefined ? null : <Shown of={output} isJson from={['output']} />}
    </StepFrame>
  );
}

/** Runs that do the work of a node at the same time. */
export function BranchesStep({ step, run }: { step: StepOf<'branches'>; run: RunPage }) {
  const { t } = useTranslation('runs');
  const { node, attempt, branches, tool_call_id } = step;
  const title = (
    <>
      {t('branches')} <UntrustedText text={node} inline />
      {attempt === 1 ? null : ` · ${t('attempt_number', { attempt })}`}
    </>
  );
  const named = branches.flatMap(({ run_id, agent }) => (run_id === undefined ? [] : [{ run_id, agent }]));
  return (
    <StepFrame runId={run.run_id} step={step} title={title}>
      <ul className="stack-tight small">
        {branches.map(({ id, agent, status, code }) => (
          <li key={id} className="row">
            <UntrustedText text={id} inline />
            <span className="soft">
              <UntrustedText text={agent} inline />
            </span>
            {status === undefined ? null : <span>{t(`state.${status}`)}</span>}
            {code === undefined ? null : <Code text={code} />}
          </li>
        ))}
      </ul>
      <DelegatedRuns run={run} callId={tool_call_id} named={named} />
    </StepFrame>
  );
}

/** The edge by which a graph continues, with those that were not taken. */
export function EdgeStep({ step, runId }: { step: StepOf<'edge'>; runId: string }) {
  const { t } = useTranslation('runs');
  const { from, to, condition, passed_by } = step;
  const title = (
    <>
      <UntrustedText text={from} inline /> → <UntrustedText text={to} inline />
    </>
  );
  return (
    <StepFrame runId={runId} step={step} look="aside" title={title}>
      <Condition condition={condition} />
      {passed_by.map(({ to: other, condition: not, error }) => (
        <p key={`${other} ${not}`} className="small soft">
          {t('not_taken')} <UntrustedText text={other} inline />: <UntrustedText text={not} inline />{' '}
          {error === undefined ? null : <Code text={error} />}
        </p>
      ))}
    </StepFrame>
  );
}
