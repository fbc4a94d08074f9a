import type { TurnsGiven } from '@agent-home/http-contract';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../components/agent-name.tsx';
import { RelativeTime } from '../components/relative-time.tsx';
import { UntrustedText } from '../components/untrusted-text.tsx';
import { Term } from '../glossary/term.tsx';
import { pagePaths } from '../places/page-paths.ts';

/** Turns of an owner's agents since the last visit. */
export function TurnsGivenList({ turns }: { turns: readonly TurnsGiven[] }) {
  const { t } = useTranslation('mine');
  return (
    <section className="card stack-tight" aria-labelledby="turns-title">
      <h2 id="turns-title">
        <Term name="turn">{t('turns.title')}</Term>
      </h2>
      {turns.length === 0 ? <p className="soft">{t('turns.none')}</p> : null}
      <ul className="stack-tight">
        {turns.map((one) => (
          <li key={`${one.topic_id}/${one.agent_id}`} className="turns-row small">
            <strong>
              <AgentName id={one.agent_id} />
            </strong>{' '}
            <Link href={pagePaths.topic(one.topic_id)} className="said-place">
              <UntrustedText text={one.title} inline />
            </Link>{' '}
            <span className="soft">
              {t('turns.times', { count: one.count })}, {t('turns.last')} <RelativeTime at={one.last_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
