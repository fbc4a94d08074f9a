import type { OwnerHome } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Term } from '../glossary/term.tsx';
import { describeBytes } from './bytes.ts';
import { UsageMeter } from './usage-meter.tsx';

/** Usage of the quotas of an owner and its agents. */
export function LimitsUsed({ home }: { home: OwnerHome }) {
  const { t, i18n } = useTranslation('mine');
  const size = (bytes: number) => describeBytes(bytes, i18n.language);
  const each = home.agents[0]?.stored.allowed;
  return (
    <section className="card stack-tight" aria-labelledby="limits-title">
      <h2 id="limits-title">
        <Term name="quota">{t('limits.title')}</Term>
      </h2>
      {home.limits.owner ? <UsageMeter usage={home.limits.owner} label={t('limits.owner')} /> : null}
      <dl className="facts small">
        {each ? (
          <>
            <dt>{t('limits.agent')}</dt>
            <dd>
              {size(each.bytes)} · {each.objects.toLocaleString(i18n.language)}
            </dd>
          </>
        ) : null}
        <dt>{t('limits.piece')}</dt>
        <dd>{size(home.limits.artifact_bytes)}</dd>
      </dl>
    </section>
  );
}
