import { useTranslation } from 'react-i18next';
import { type Drawing, type DrawingProps, seatsAt } from './drawing.ts';
import { Scene } from './scene.tsx';
import { collectPlaces, type Place, type Point } from './seats.ts';

const most = 8;

/** A column for each side, and the phase between them. */
export const debate: Drawing = {
  most,
  Scene(props: DrawingProps) {
    const { t } = useTranslation('topic');
    const { room, standing } = props;
    const places = collectPlaces(room, standing, most);
    const sides = [...new Set(places.map(({ part }) => part))].slice(0, 2);
    const side = (name: string | undefined) =>
      name === 'pro' || name === 'con' ? t(`debate.side.${name}`) : name;
    const members = (name: string | undefined) => places.filter(({ part }) => part === name);
    const busiest = Math.max(1, ...sides.map((name) => members(name).length));
    const at = (place: Place): Point =>
      inColumn(members(place.part).indexOf(place), members(place.part).length, sides.indexOf(place.part) > 0);
    return (
      <Scene
        room={room}
        seats={seatsAt(props, most, () => places.map(at))}
        abreast={busiest > 1 ? 5 : 3}
        size={busiest > 2 ? 40 : 56}
        ways="M50 2V34M50 66V98"
      >
        {sides.length < 2 ? null : (
          <>
            <span className="scene-side small soft one-line">{side(sides[0])}</span>
            <span className="scene-side scene-side-other small soft one-line">{side(sides[1])}</span>
          </>
        )}
        {room.stage?.phase === undefined ? null : (
          <span className="scene-middle badge">
            {t(`debate.phase.${room.stage.phase}`, { defaultValue: room.stage.phase })}
          </span>
        )}
      </Scene>
    );
  },
};

/** Arranges a side: one figure in the middle, two next to each other, more in two rows. */
function inColumn(index: number, count: number, isOther: boolean): Point {
  const shift = isOther ? 62 : 0;
  if (count === 1) return [19 + shift, 58];
  const x = (index % 2 === 0 ? 9 : 29) + shift;
  if (count === 2) return [x, 58];
  return [x, index < 2 ? 35 : 79];
}
