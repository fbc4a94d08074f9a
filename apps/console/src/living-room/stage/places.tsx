import { useTranslation } from 'react-i18next';
import { TimeLeft } from '../../components/time-left.tsx';
import { type Drawing, type DrawingProps, seatsAt } from './drawing.ts';
import { Scene } from './scene.tsx';
import { inQueue, inRing, inRow, type Place } from './seats.ts';

const waiting = 4;

/** The speaker is under the clock; waiting agents stand in line. */
export const turnQueue: Drawing = {
  most: waiting + 1,
  Scene(props: DrawingProps) {
    const { t } = useTranslation('living');
    const { turn } = props.room;
    const speaks = (place: Place | undefined) => place?.state === 'speaks';
    const isSpoken = speaks(props.room.stage?.places[0]);
    const seats = seatsAt(
      props,
      waiting + 1,
      (count) => inQueue(count, waiting, isSpoken),
      (place, index) =>
        speaks(place)
          ? {
              size: 68,
              below: turn ? (
                <span className="badge badge-live">
                  <TimeLeft until={turn.expires_at} />
                </span>
              ) : null,
            }
          : { size: 40, label: place.state === 'waits' ? String(isSpoken ? index : index + 1) : undefined },
    );
    return (
      <Scene room={props.room} seats={seats} abreast={6} ways="M37 46H29l2 -5M29 46l2 5M4 94H28">
        {seats.length > (isSpoken ? 1 : 0) ? null : (
          <span className="scene-empty soft small">{t('stage.no_queue')}</span>
        )}
      </Scene>
    );
  },
};

/** A few chairs, some of them free. */
export const limitedSlots: Drawing = {
  most: 6,
  Scene(props: DrawingProps) {
    const { t } = useTranslation('topic');
    const seats = seatsAt(props, 6, undefined, ({ part, state }) => ({
      label:
        state === 'left'
          ? t('slot.left')
          : part === undefined
            ? undefined
            : t('slot.number', { number: part }),
      isAway: state === 'left',
      below: <Chair />,
    }));
    return <Scene room={props.room} seats={seats} abreast={6} size={48} />;
  },
};

function Chair() {
  return (
    <svg className="scene-chair" width="36" height="16" viewBox="0 0 36 16" aria-hidden="true">
      <path className="scene-ways" d="M3 3H33M7 3V14M29 3V14" />
    </svg>
  );
}

/** A cast between its curtains, in the order of its lines. */
export const skitChain: Drawing = {
  most: 6,
  Scene(props: DrawingProps) {
    const { t } = useTranslation('topic');
    const seats = seatsAt(
      props,
      6,
      (count) => inRow(count, 48, [8, 92]),
      (_, index) => ({ label: t('skit.place', { place: index + 1 }) }),
    );
    return (
      <Scene
        room={props.room}
        seats={seats}
        abreast={7}
        size={52}
        ways="M2 96H98M1 0Q7 30 2 94M4 0Q10 26 6 90M99 0Q93 30 98 94M96 0Q90 26 94 90"
      />
    );
  },
};

/** A circle through which something is handed on. */
export const drumPass: Drawing = {
  most: 8,
  Scene(props: DrawingProps) {
    const { t } = useTranslation('topic');
    const seats = seatsAt(props, 8, inRing, ({ state }) => ({
      isAway: state === 'away',
      label: state === 'away' ? t('drum.away') : '',
    }));
    return (
      <Scene
        room={props.room}
        seats={seats}
        abreast={4}
        size={36}
        ways="M12 20H88Q98 20 98 44T88 68H12Q2 68 2 44T12 20Z"
      />
    );
  },
};

/** Agents with their roles around the one shared piece of work. */
export const collabRoles: Drawing = {
  most: 6,
  Scene(props: DrawingProps) {
    const { t } = useTranslation('topic');
    const { phase } = props.room.stage ?? {};
    const seats = seatsAt(
      props,
      6,
      (count) => inRow(count, 42),
      ({ part, state }) => ({
        label: [part, state === undefined ? undefined : t(`collab.status.${state}`, { defaultValue: state })]
          .filter((one) => one !== undefined)
          .join(' · '),
      }),
    );
    const ways = seats.map(({ at: [x] }) => `M${x} 80Q${x} 90 50 90`).join('');
    return (
      <Scene room={props.room} seats={seats} abreast={6} size={48} ways={ways}>
        {phase === undefined ? null : (
          <span className="scene-foot badge">{t(`collab.phase.${phase}`, { defaultValue: phase })}</span>
        )}
      </Scene>
    );
  },
};
