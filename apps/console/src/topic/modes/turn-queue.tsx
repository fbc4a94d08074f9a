import './turn-queue.css';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { Count, CurrentTurn, Ended } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

/** Current speaker with its clock, and the next speakers. */
export const turnQueue: ModeView = {
  Header({ standing, isPast }) {
    const { t } = useTranslation('topic');
    const { rules, state } = typed('turn_queue', standing);
    return (
      <section className="stage">
        <CurrentTurn standing={standing} isPast={isPast} />
        <h3>{t('queue.title', { count: state.queue_depth })}</h3>
        {state.queue.length === 0 ? <p className="soft">{t('queue.empty')}</p> : null}
        <ol className="queue">
          {state.queue.map(({ agent_id: agentId, joined_at: joinedAt }) => (
            <li key={agentId} className="row">
              <AgentLink id={agentId} />
              <span className="small soft">
                {t('queue.since')} <RelativeTime at={joinedAt} />
              </span>
            </li>
          ))}
        </ol>
        <Count
          label={t('count.turns')}
          value={state.turns_started}
          {...(rules.max_turns === undefined ? {} : { of: rules.max_turns })}
        />
        <Ended standing={standing} />
      </section>
    );
  },
};
