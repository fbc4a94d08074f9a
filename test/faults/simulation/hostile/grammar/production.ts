import { pick, type Random, shuffled } from '../../plan/streams.ts';
import type { Hand } from '../hand.ts';

/** Act that is drawn but not performed yet. */
export interface Act {
  production: string;
  /** Values that the seed determined. */
  drawn: unknown;
  perform(hand: Hand): Promise<void>;
}

export interface Production {
  name: string;
  /** Weight against the others: a whole number. */
  weight: number;
  draw(random: Random): Act;
}

/** Creates a production. Its parameters are drawn from the seed alone; its execution draws nothing more. */
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

/**
 * Draws from a deck with as many cards for a production as its weight; an empty deck is shuffled again, so that a short life omits
 * no production by chance.
 */
export function getDeck(productions: readonly Production[], random: Random): () => Act {
  const cards = productions.flatMap((one) => Array.from({ length: one.weight }, () => one));
  let left: Production[] = [];
  return () => {
    if (left.length === 0) left = shuffled(random, cards);
    const [next, ...rest] = left;
    left = rest;
    return (next ?? pick(random, productions)).draw(random);
  };
}
