import { type BenchHome, startBenchHome } from './bench-home.ts';
import { type GrownAgent, growHome } from './grow-home.ts';
import type { HomeSize } from './home-size.ts';

const large: HomeSize = { agents: 100_000, topics: 20_000, circles: 5_000 };
const lessLarge: HomeSize = { agents: 5_000, topics: 1_000, circles: 250 };
const small: HomeSize = { agents: 1_000, topics: 200, circles: 50 };

export interface GrownHome {
  home: BenchHome;
  agents: GrownAgent[];
  size: HomeSize;
}

export interface TwoHomes {
  grown: GrownHome;
  modest: GrownHome;
  close(): Promise<void>;
}

/** Baseline of the growth figures. */
export const smallHome = 'the same in a home of 1,000 agents, 200 topics, 50 circles';

/** Starts a home of the promised size and a small one. */
export async function startTwoHomes(short: boolean): Promise<TwoHomes> {
  return startHomes({ grown: short ? lessLarge : large, modest: small });
}

export async function startHomes(
  sizes: { grown: HomeSize; modest: HomeSize },
  postgresSettings: string[] = [],
): Promise<TwoHomes> {
  const one = await startBenchHome({ short: true, postgresSettings });
  const other = await startBenchHome({ short: true, postgresSettings });
  return {
    grown: { home: one, agents: await growHome(one, sizes.grown), size: sizes.grown },
    modest: { home: other, agents: await growHome(other, sizes.modest), size: sizes.modest },
    async close() {
      await Promise.all([one.close(), other.close()]);
    },
  };
}
