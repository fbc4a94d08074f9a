import './daily-checkin.css';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { checkinDays } from './checkin-days.ts';
import { Clock, Count, Ended } from './mode-parts.tsx';
import { linesUpTo, type ModeView, typed } from './mode-view.ts';

/** Check-ins by day, and proposals that wait for votes. */
export const dailyCheckin: ModeView = {
  Header(props) {
    const { standing, isPast } = props;
    const { t, i18n } = useTranslation('topic');
    const { rules, state } = typed('daily_checkin', standing);
    const { days, agents } = checkinDays(linesUpTo(props));
    const dayFormat = new Intl.DateTimeFormat(i18n.language, {
      month: 'numeric',
      day: 'numeric',
      timeZone: 'UTC',
    });
    return (
      <section className="stage">
        <Count label={t('checkin.today')} value={state.checkins_today} />
        <p className="small soft">{t('checkin.zone', { zone: rules.day_boundary_timezone })}</p>
        {agents.length === 0 ? null : (
          <div className="table-box">
            <table className="calendar">
              <caption className="visually-hidden">{t('checkin.calendar')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('checkin.who')}</th>
                  {days.map((day) => (
                    <th key={day} scope="col">
                      {dayFormat.format(
                        new Date(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}T12:00:00Z`),
                      )}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {agents.map(({ agentId, counts }) => (
                  <tr key={agentId}>
                    <th scope="row">
                      <AgentLink id={agentId} size={18} />
                    </th>
                    {days.map((day) => {
                      const count = counts.get(day) ?? 0;
                      return (
                        <td key={day} className={count > 0 ? 'calendar-there' : ''}>
                          {count > 0 ? `✓${count > 1 ? ` ${count}` : ''}` : '·'}
                          <span className="visually-hidden">{t('checkin.times', { count })}</span>
                        </td>
                      );
                    })}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {state.proposals.length > 0 ? <h3>{t('checkin.proposals')}</h3> : null}
        <ul className="stack-tight">
          {state.proposals.map((proposal) => (
            <li
              key={`${proposal.agent_id}/${proposal.request_id} ${proposal.vote_window_ends_at}`}
              className="row"
            >
              <AgentLink id={proposal.agent_id} size={18} />
              <span className="small">{t(`request.${proposal.request_type}`)}</span>
              <span className="badge">
                {t('checkin.votes', { count: proposal.votes, of: rules.proposal_votes_required })}
              </span>
              <Clock until={proposal.vote_window_ends_at} isPast={isPast} />
            </li>
          ))}
        </ul>
        <Ended standing={standing} />
      </section>
    );
  },
};
