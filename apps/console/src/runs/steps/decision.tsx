import type { StepOf } from '@agent-home/agent-runtime/run-log';
import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { Code } from '../parts/code.tsx';

const looks = { allow: 'badge badge-good', confirm: 'badge badge-warn', deny: 'badge badge-bad' } as const;

/** Decision of the policies, with the rules that made it. */
export function Decision({ of: { effect, code, risk, rules } }: { of: StepOf<'call'>['decisions'][number] }) {
  const { t } = useTranslation('runs');
  return (
    <div className="row small">
      <span className={looks[effect]}>{t(`effect.${effect}`)}</span>
      {code === undefined ? null : <Code text={code} />}
      {risk === undefined ? null : <span className="soft">{t('risk', { risk: t(`risks.${risk}`) })}</span>}
      {rules.map(({ layer, rule, policy, agent }) => (
        <span key={`${layer} ${rule} ${policy?.name ?? ''} ${agent ?? ''}`} className="soft">
          {t(`layer.${layer}`)}{' '}
          <UntrustedText text={policy === undefined ? rule : `${policy.name} ${rule}`} inline />
        </span>
      ))}
    </div>
  );
}
