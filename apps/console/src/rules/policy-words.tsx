import { useTranslation } from 'react-i18next';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { type ShownRule, shownSpec } from './read-policy.ts';

/** Rules and limits of a policy in words. */
export function PolicyWords({ spec }: { spec: Record<string, unknown> }) {
  const { t } = useTranslation('fleet');
  const shown = shownSpec(spec);
  if (shown === undefined) return <p className="small soft">{t('policy.unknown')}</p>;
  const limits = Object.entries(shown.limits);
  return (
    <ul className="stack-tight small">
      {shown.rules.map((rule, index) => (
        // The rules of a version never change.
        // biome-ignore lint/suspicious/noArrayIndexKey: the rules of a version never move
        <li key={index} data-policy-rule={rule.effect}>
          <RuleWords rule={rule} />
        </li>
      ))}
      {limits.length === 0 ? null : (
        <li>
          {t('policy.limits')}{' '}
          <code>{limits.map(([name, value]) => `${name} ${String(value)}`).join(', ')}</code>
        </li>
      )}
    </ul>
  );
}

const badges = { allow: 'badge badge-good', deny: 'badge badge-bad', confirm: 'badge badge-warn' } as const;

function RuleWords({ rule: { effect, action, selector, conditions } }: { rule: ShownRule }) {
  const { t } = useTranslation('fleet');
  const needsApproval = effect === 'allow' && conditions.approval !== undefined;
  const shown = needsApproval ? 'confirm' : effect;
  const subject = action === 'model.use' ? selector.modelProvider : selector.tool;
  const further = Object.entries(conditions);
  return (
    <>
      <span className={badges[shown]}>{t(`policy.effect.${shown}`)}</span> {t(`policy.action.${action}`)}{' '}
      {subject === '*' ? t('policy.all') : <code>{<UntrustedText text={subject} inline />}</code>}
      {selector.agent === '*' ? null : (
        <>
          {' '}
          {t('policy.of_agent')} <code>{<UntrustedText text={selector.agent} inline />}</code>
        </>
      )}
      {further.length === 0 ? null : (
        <>
          {' '}
          {t('policy.if')} <code>{<UntrustedText text={JSON.stringify(conditions)} inline />}</code>
        </>
      )}
    </>
  );
}
