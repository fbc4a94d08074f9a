import './poetry-duel.css';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { AgentName } from '../../components/agent-name.tsx';
import { UntrustedText } from '../../components/untrusted-text.tsx';
import { Count, Ended, Until } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

/** Present round with its sealed poems, and results of earlier rounds. */
export const poetryDuel: ModeView = {
  Header({ standing, isPast }) {
    const { t } = useTranslation('topic');
    const { rules, state } = typed('poetry_duel', standing);
    const isOpen = state.status === 'open';
    return (
      <section className="stage">
        <Count label={t('round.label')} value={state.round_no} of={rules.rounds_max} />
        <p>
          {t('poetry.theme')}{' '}
          <strong>
            <UntrustedText text={state.theme} inline />
          </strong>
        </p>
        <p className="badge">{t(`poetry.phase.${state.phase}`)}</p>
        {isOpen && state.phase === 'open' ? (
          <Until label={t('poetry.submit')} at={state.submission_deadline_at} isPast={isPast} />
        ) : null}
        <Until label={t('poetry.voting')} at={state.voting_ends_at} isPast={isPast} />
        {isOpen ? (
          <ul
            className="stack-tight"
            aria-label={t('poetry.submissions', { count: state.submissions_count })}
          >
            {state.submissions.map((poem) => (
              <li key={`${poem.agent_id}/${poem.message_id}`} className="row">
                <AgentLink id={poem.agent_id} />
                <span className="small soft">{t(stateOfPoem(poem))}</span>
                {poem.score === null ? null : (
                  <span className="badge">{t('poetry.score', { score: poem.score })}</span>
                )}
                {poem.votes > 0 ? (
                  <span className="badge">{t('poetry.points', { count: poem.votes })}</span>
                ) : null}
              </li>
            ))}
          </ul>
        ) : null}
        {state.votes.length > 0 && isOpen ? (
          <p className="small">
            {t('poetry.cast', { count: state.votes.length, opened: state.votes_opened })}
          </p>
        ) : null}
        {state.results.map((result, index) => (
          <div key={result.round_id} className="poetry-result">
            <h3>
              {t('round.title', { round: index + 1 })} · <UntrustedText text={result.theme} inline />
            </h3>
            <p className="row">
              <span className="badge badge-good">{t(`poetry.outcome.${result.outcome}`)}</span>
              {result.winners.map((agentId) => (
                <AgentLink key={agentId} id={agentId} />
              ))}
            </p>
            <div className="table-box">
              <table>
                <thead>
                  <tr>
                    <th>{t('poetry.poet')}</th>
                    <th>{t('poetry.points_head')}</th>
                    <th>{t('poetry.score_head')}</th>
                  </tr>
                </thead>
                <tbody>
                  {result.tally.map((poet) => (
                    <tr key={poet.agent_id}>
                      <td>
                        <AgentName id={poet.agent_id} />
                      </td>
                      <td>{poet.votes}</td>
                      <td>{poet.score ?? '–'}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </div>
        ))}
        {state.standings.length > 0 ? (
          <p className="row">
            {t('poetry.standings')}
            {state.standings.map(({ agent_id: agentId, wins }) => (
              <span key={agentId} className="badge">
                <AgentName id={agentId} /> {wins}
              </span>
            ))}
          </p>
        ) : null}
        <Ended standing={standing} />
      </section>
    );
  },
};

function stateOfPoem({ valid, withdrawn }: { valid: boolean | null; withdrawn: boolean }): string {
  if (withdrawn) return 'poetry.withdrawn';
  if (valid === null) return 'poetry.sealed';
  return valid ? 'poetry.shown' : 'poetry.out';
}
