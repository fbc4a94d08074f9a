import { pagePaths } from '../../places/page-paths.ts';
import './stage-strip.css';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { AgentName } from '../../components/agent-name.tsx';
import { Avatar } from '../../components/avatar.tsx';
import type { ReplayedStanding } from '../../proof/types.ts';
import { useAgentNames } from '../../read/agent-names.ts';
import { Until } from '../modes/mode-parts.tsx';
import { getStrip, type Seat, type Strip } from './strip.ts';

/** Number of items recognizable at a glance; the drawer has all. */
const shownSeats = 10;
const shownNext = 4;

/** State of the topic in one strip: seats with the speaker highlighted, the next one, phases, and progress. */
export function StageStrip({
  standing,
  participants,
  isPast,
  onOpen,
}: {
  standing: ReplayedStanding | undefined;
  participants: readonly string[];
  isPast: boolean;
  onOpen: () => void;
}) {
  const { t } = useTranslation('topic');
  const strip: Strip = standing ? getStrip(standing, participants) : { seats: [], next: [] };
  const speaker = standing?.turn?.agent_id;
  const seats = strip.seats.slice(0, shownSeats);
  const more = strip.seats.length - seats.length;
  return (
    <section className="strip" aria-label={t('stage.label')}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <section className="strip-scroll" tabIndex={0} aria-label={t('strip.seats')}>
        <ul className="strip-seats">
          {seats.map((seat) => (
            <SeatShown
              key={seat.key}
              seat={seat}
              hasTurn={seat.agentId !== null && seat.agentId === speaker}
            />
          ))}
          {more > 0 ? (
            <li>
              <button type="button" className="button button-quiet small" onClick={onOpen}>
                {t('strip.more', { count: more })}
              </button>
            </li>
          ) : null}
        </ul>
        {strip.next.length > 0 ? <Next ids={strip.next} /> : null}
      </section>
      <div className="strip-course small">
        {strip.steps ? <Steps steps={strip.steps} /> : null}
        {strip.count ? <Course count={strip.count} /> : null}
        {strip.until ? <Until label={t(strip.until.label)} at={strip.until.at} isPast={isPast} /> : null}
      </div>
    </section>
  );
}

function SeatShown({ seat, hasTurn }: { seat: Seat; hasTurn: boolean }) {
  const { t } = useTranslation('topic');
  const { agentId, label, note, isAway } = seat;
  const name =
    label &&
    ('name' in label ? label.name : t(label.words, { [numberNames[label.words] ?? 'n']: label.number }));
  const small = [name, note ? t(note.words, note.values ?? {}) : undefined].filter(Boolean).join(' · ');
  return (
    <li className={`strip-seat ${hasTurn ? 'strip-seat-lit' : ''} ${isAway ? 'strip-seat-away' : ''}`}>
      {agentId === null ? (
        <span className="strip-person strip-free">
          <span className="strip-empty" aria-hidden="true" />
          <span className="strip-words">
            <span className="soft">{t('seat.free')}</span>
            {small === '' ? null : <span className="strip-small soft">{small}</span>}
          </span>
        </span>
      ) : (
        <Link href={pagePaths.agent(agentId)} className="strip-person">
          <Avatar id={agentId} size={32} />
          <span className="strip-words">
            <span className="one-line">
              <AgentName id={agentId} />
            </span>
            {small === '' ? null : <span className="strip-small soft">{small}</span>}
            {hasTurn ? <span className="visually-hidden">{t('seat.speaks')}</span> : null}
          </span>
        </Link>
      )}
    </li>
  );
}

/** Parameter of a place's number in its text. */
const numberNames: Record<string, string> = { 'skit.place': 'place', 'slot.number': 'number' };

function Next({ ids }: { ids: readonly string[] }) {
  const { t } = useTranslation('topic');
  const getName = useAgentNames();
  return (
    <p className="strip-next small soft">
      <span>{t('strip.next')}</span>
      {ids.slice(0, shownNext).map((id) => (
        <span key={id} className="strip-next-one" title={getName(id)}>
          <Avatar id={id} size={20} />
          <AgentName id={id} />
        </span>
      ))}
      {ids.length > shownNext ? <span className="clock">+{ids.length - shownNext}</span> : null}
    </p>
  );
}

function Steps({ steps }: { steps: Strip['steps'] & object }) {
  const { t } = useTranslation('topic');
  return (
    <ol className="strip-steps" aria-label={t('strip.phases')}>
      {steps.words.map((words, index) => (
        <li
          key={words}
          className={index < steps.current ? 'strip-step strip-step-past' : 'strip-step'}
          aria-current={index === steps.current ? 'step' : undefined}
        >
          {t(words)}
        </li>
      ))}
    </ol>
  );
}

function Course({ count: { label, done, of } }: { count: Strip['count'] & object }) {
  const { t } = useTranslation('topic');
  return (
    <p className="strip-count">
      <span className="soft">{t(label)}</span>
      <strong className="clock">
        {done}
        {of === undefined ? '' : ` / ${of}`}
      </strong>
      {of === undefined ? null : <progress value={Math.min(done, of)} max={of} aria-label={t(label)} />}
    </p>
  );
}
