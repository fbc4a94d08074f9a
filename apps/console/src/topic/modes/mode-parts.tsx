import './mode-parts.css';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AgentLink } from '../../components/agent-link.tsx';
import { TimeLeft } from '../../components/time-left.tsx';
import type { ReplayedStanding } from '../../proof/types.ts';
import { wordKey } from '../words/word-key.ts';

/** Clock that runs in the present and is stopped in the past. */
export function Clock({ until, isPast }: { until: string; isPast: boolean }) {
  const { t, i18n } = useTranslation();
  if (!isPast)
    return (
      <span className="badge badge-live">
        <TimeLeft until={until} />
      </span>
    );
  return (
    <span className="badge">
      {t('time.until', { at: new Date(until).toLocaleTimeString(i18n.language) })}
    </span>
  );
}

/** Shows the present holder of the turn, or that there is none. Renders nothing for a mode without turns. */
export function CurrentTurn({ standing, isPast }: { standing: ReplayedStanding; isPast: boolean }) {
  const { t } = useTranslation();
  const { turn } = standing;
  if (turn === undefined || isClosed(standing)) return null;
  if (turn === null) return <p className="soft">{t('topics.nobody')}</p>;
  return (
    <p className="row turn-now" data-turn={turn.turn_id}>
      <span>{t('topics.turn_of')}</span>
      <AgentLink id={turn.agent_id} />
      <Clock until={turn.expires_at} isPast={isPast} />
    </p>
  );
}

/** End of a phase without turns. */
export function Until({
  label,
  at,
  isPast,
}: {
  label: string;
  at: string | null | undefined;
  isPast: boolean;
}) {
  if (at === null || at === undefined) return null;
  return (
    <p className="row">
      <span>{label}</span>
      <Clock until={at} isPast={isPast} />
    </p>
  );
}

interface SeatContent {
  key: string;
  label: ReactNode;
  agentId: string | null;
  note?: ReactNode;
  isActive?: boolean;
}

/** Occupied and free seats. */
export function Seats({ seats, label }: { seats: SeatContent[]; label: string }) {
  const { t } = useTranslation('topic');
  return (
    <ul className="seats" aria-label={label}>
      {seats.map(({ key, label: name, agentId, note, isActive }) => (
        <li
          key={key}
          className={`seat ${isActive ? 'seat-active' : ''} ${agentId === null ? 'seat-free' : ''}`}
        >
          <span className="small soft">{name}</span>
          {agentId === null ? <span className="soft">{t('seat.free')}</span> : <AgentLink id={agentId} />}
          {isActive ? <span className="badge badge-live">{t('seat.speaks')}</span> : null}
          {note ? <span className="small">{note}</span> : null}
        </li>
      ))}
    </ul>
  );
}

/** End of the topic, with its reason. */
export function Ended({ standing }: { standing: ReplayedStanding }) {
  const { t } = useTranslation('topic');
  if (!isClosed(standing)) return null;
  const { closed_reason: reason } = standing.state as { closed_reason?: string | null };
  return <p className="badge">{t(wordKey('ended', reason ?? 'closed'))}</p>;
}

/** Count with its limit. */
export function Count({ label, value, of }: { label: string; value: number; of?: number }) {
  return (
    <p className="row small">
      <span className="soft">{label}</span>
      <strong className="clock">
        {value}
        {of === undefined ? '' : ` / ${of}`}
      </strong>
      {of === undefined ? null : <progress value={value} max={of} aria-label={label} />}
    </p>
  );
}

export function isClosed({ state }: ReplayedStanding): boolean {
  return (state as { status?: string }).status === 'closed';
}
