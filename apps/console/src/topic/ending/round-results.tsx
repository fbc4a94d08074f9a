import { useTranslation } from 'react-i18next';
import { AgentName } from '../../components/agent-name.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { wordKey } from '../words/word-key.ts';
import type { Outcome } from './outcome.ts';

/** Lists the rounds of a contest, each with its winner and the points that won it. */
export function RoundResults({ rounds }: { rounds: NonNullable<Outcome['rounds']> }) {
  const { t } = useTranslation('topic');
  return (
    <section>
      <h3 className="small">{t('ending.by_round')}</h3>
      <ol className="stack-tight">
        {rounds.map(({ id, theme, outcome, winners, points }, index) => (
          <li key={id} className="row small">
            <span className="soft">
              {t('round.title', { round: index + 1 })} · <UntrustedText text={theme} inline />
            </span>
            <span>{t(wordKey('poetry.outcome', outcome, 'no_contest'))}</span>
            {winners.map((agentId) => (
              <strong key={agentId}>
                <AgentName id={agentId} />
              </strong>
            ))}
            {winners.length > 0 ? (
              <span className="badge">{t('poetry.points', { count: points })}</span>
            ) : null}
          </li>
        ))}
      </ol>
    </section>
  );
}
