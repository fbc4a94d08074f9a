import './drum-pass.css';
import { useTranslation } from 'react-i18next';
import { AgentName } from '../../components/agent-name.tsx';
import { Avatar } from '../../components/avatar.tsx';
import { useAgentNames } from '../../read/agent-names.ts';
import { Count, CurrentTurn, Ended, Seats, Until } from './mode-parts.tsx';
import { linesUpTo, type ModeView, typed } from './mode-view.ts';

/** Number of baton passes that are shown; the messages contain all of them. */
const lastHands = 24;

/** The circle, and the path of the baton through it. */
export const drumPass: ModeView = {
  Header(props) {
    const { standing, isPast } = props;
    const { t } = useTranslation('topic');
    const { rules, state } = typed('drum_pass', standing);
    const way = linesUpTo(props).flatMap(({ entry, proof }) =>
      proof.stage?.baton ? [{ sequence: entry.sequence, to: proof.stage.baton.to }] : [],
    );
    return (
      <section className="stage">
        <CurrentTurn standing={standing} isPast={isPast} />
        <Until label={t('joining')} at={state.joining_ends_at} isPast={isPast} />
        <Seats
          label={t('drum.circle')}
          seats={state.members.map(({ agent_id: agentId, away }) => ({
            key: agentId,
            label: away ? t('drum.away') : t('drum.there'),
            agentId,
            isActive: state.holder_agent_id === agentId,
          }))}
        />
        {way.length === 0 ? null : <h3>{t('drum.way')}</h3>}
        <ol className="baton-way" aria-label={t('drum.way')}>
          {way.slice(-lastHands).map(({ sequence, to }) => (
            <li key={sequence} className="row">
              <Avatar id={to} size={18} />
              <span className="small">
                <AgentName id={to} />
              </span>
            </li>
          ))}
        </ol>
        <Count label={t('drum.passes')} value={state.pass_count} of={rules.max_passes} />
        {state.random_commitment === null ? null : (
          <p className="small">{t(state.random_secret === null ? 'drum.committed' : 'drum.revealed')}</p>
        )}
        <Ended standing={standing} />
      </section>
    );
  },
  Mark({ row }) {
    const { t } = useTranslation('topic');
    const getName = useAgentNames();
    const { baton } = row.stage;
    if (!baton) return null;
    return (
      <span className="badge" title={baton.to}>
        {t('drum.to', { agent: getName(baton.to) })}
      </span>
    );
  },
};
