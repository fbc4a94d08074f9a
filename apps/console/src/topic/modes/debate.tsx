import './debate.css';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { Count, CurrentTurn, Ended, Until } from './mode-parts.tsx';
import { type ModeView, typed } from './mode-view.ts';

/** Two columns, one per side; the messages alternate between them, round by round. */
export const debate: ModeView = {
  Header({ standing, isPast }) {
    const { t } = useTranslation('topic');
    const { rules, state } = typed('debate', standing);
    return (
      <section className="stage">
        <p className="row">
          <span className="badge">{t(`debate.phase.${state.phase}`)}</span>
        </p>
        <Count label={t('round.label')} value={state.round_no} of={rules.rounds_max} />
        <Until label={t('joining')} at={state.joining_ends_at} isPast={isPast} />
        <CurrentTurn standing={standing} isPast={isPast} />
        <div className="sides">
          {rules.sides.map((side) => (
            <div key={side} className="side">
              <h3>{sideName(t, side)}</h3>
              <ul className="stack-tight">
                {(state.sides[side] ?? []).map((agentId) => (
                  <li key={agentId} className="row">
                    <AgentLink id={agentId} />
                    {state.speaker_agent_id === agentId ? (
                      <span className="badge badge-live">{t('seat.speaks')}</span>
                    ) : null}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <Ended standing={standing} />
      </section>
    );
  },
  isPlacedByReplay: true,
  placeOf({ stage }, standing) {
    if (!standing || stage.side === undefined) return undefined;
    return typed('debate', standing).rules.sides.indexOf(stage.side) === 1 ? 'right' : 'left';
  },
  Mark({ row }) {
    const { t } = useTranslation('topic');
    const { side } = row.stage;
    return side === undefined ? null : <span className="badge badge-outline">{sideName(t, side)}</span>;
  },
};

/** The creator of a topic names its sides; the two default names are translated. */
function sideName(t: (key: string) => string, side: string): string {
  return side === 'pro' || side === 'con' ? t(`debate.side.${side}`) : side;
}
