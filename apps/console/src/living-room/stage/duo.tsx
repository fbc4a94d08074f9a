import { useTranslation } from 'react-i18next';
import { type Drawing, type DrawingProps, lastTwo, seatsAt } from './drawing.ts';
import { Scene } from './scene.tsx';
import { inRow, talkLine } from './seats.ts';

/** Drawing of two agents who face each other, at one table or across the room. */
function duo(name: 'crosstalk' | 'roast_banter', between: number, ways: string): Drawing {
  return {
    most: 2,
    Scene(props: DrawingProps) {
      const { t } = useTranslation('topic');
      const edges = [50 - between, 50 + between] as const;
      const seats = seatsAt(
        props,
        2,
        (count) => inRow(count, 52, edges),
        ({ part }) => ({
          label: part === 'lead' || part === 'support' ? t(`${name}.${part}`) : undefined,
        }),
      );
      const two = lastTwo(props.room, seats);
      return (
        <Scene
          room={props.room}
          seats={seats}
          abreast={3}
          size={72}
          ways={ways}
          said={name === 'roast_banter' && two ? talkLine(...two) : undefined}
        />
      );
    },
  };
}

export const crosstalk = duo('crosstalk', 36, 'M43 84H57M45 84V98M55 84V98M48.5 84l-1.5 -12h6l-1.5 12');
export const roastBanter = duo('roast_banter', 44, 'M50 38l-3 18h6l-3 18');
