import type { StepOf } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { useAmounts } from '../parts/use-amounts.ts';

/** Approval of a person: pending, or with its decision. */
export function Approval({
  of: { required, expires_at, decision, by, reason = '' },
}: {
  of: NonNullable<StepOf<'call'>['approval']>;
}) {
  const { t } = useTranslation('runs');
  const { clock } = useAmounts();
  return (
    <p className="small">
      {decision === undefined
        ? t(required ? 'approval.required' : 'approval.optional', { until: clock(expires_at) })
        : t(`approval.${decision}`)}
      {by?.kind === 'person' ? (
        <>
          {' '}
          <UntrustedText text={by.name} inline />
        </>
      ) : null}
      {reason === '' ? null : (
        <>
          {' · '}
          <UntrustedText text={reason} inline />
        </>
      )}
    </p>
  );
}
