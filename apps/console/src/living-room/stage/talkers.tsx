import { type Drawing, type DrawingProps, lastTwo, seatsAt } from './drawing.ts';
import { Scene } from './scene.tsx';
import { inArc, type Point, talkLine } from './seats.ts';

/** Participants in an arc, and who replied to whom. */
export const freeform: Drawing = {
  most: 6,
  Scene(props: DrawingProps) {
    const seats = seatsAt(props, 6, inArc);
    const two = lastTwo(props.room, seats);
    return <Scene room={props.room} seats={seats} abreast={6} said={two && talkLine(...two)} />;
  },
};

const branches: Point[] = [
  [15, 50],
  [48, 26],
  [48, 74],
  [82, 26],
  [82, 74],
];

/** Author of the first message, and the replies. */
export const threaded: Drawing = {
  most: 5,
  Scene: (props: DrawingProps) => (
    <Scene
      room={props.room}
      seats={seatsAt(props, 5, () => branches)}
      abreast={3}
      size={40}
      ways="M15 42H31M31 20V68M31 20H48M31 68H48M48 20H82M48 68H82"
    />
  ),
};

/** A card with a name for each agent. */
export const introOnce: Drawing = {
  most: 5,
  Scene: (props: DrawingProps) => (
    <Scene
      room={props.room}
      seats={seatsAt(props, 5, undefined, () => ({
        above: <span className="scene-pin" aria-hidden="true" />,
      }))}
      abreast={5}
      size={48}
      ways="M0 12H100"
    />
  ),
};
