import { pick, type Random } from '../../plan/streams.ts';
import type { Hand } from '../hand.ts';

/** One thing to do, drawn and not yet done. */
export interface Act {
  production: string;
  /** All that the seed decided of it. */
  drawn: unknown;
  perform(hand: Hand): Promise<void>;
}

export interface Production {
  name: string;
  /** How often it is drawn, against the others. */
  weight: number;
  draw(random: Random): Act;
}

/** What is drawn comes from the seed alone; how it is done draws nothing any more. */
export function production<Drawn>(
  name: string,
  weight: number,
  draw: (random: Random) => Drawn,
  perform: (hand: Hand, drawn: Drawn) => Promise<unknown>,
): Production {
  return {
    name,
    weight,
    draw(random) {
      const drawn = draw(random);
      return { production: name, drawn, perform: async (hand) => void (await perform(hand.as(name), drawn)) };
    },
  };
}

export function drawAct(productions: readonly Production[], random: Random): Act {
  const whole = productions.reduce((sum, { weight }) => sum + weight, 0);
  let left = random() * whole;
  const chosen = productions.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return (chosen ?? pick(random, productions)).draw(random);
}
