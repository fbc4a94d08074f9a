import { kits } from '../../../../packages/modes/src/testing/kits/index.ts';
import type { Bench } from '../measure.ts';
import { ratePerSecond } from '../measure.ts';
import { playBoardGames } from '../modes/board-game.ts';
import { playLedgerGames } from '../modes/ledger-game.ts';
import { playModeGames, prepareGame } from '../modes/mode-game.ts';

const floorName = 'boardgame.io reducer, two players, fixed length, same process';

/** Measures transitions, each followed by a query of the messages that one agent may write next. */
export const modeBenches: Bench[] = kits.map((kit) => ({
  name: `mode_${kit.mode}`,
  unit: 'transitions/s',
  floorName,
  target: { atLeast: 10 },
  pairs: { full: 7, short: 1 },
  async open({ short }) {
    const game = prepareGame(kit);
    const games = Math.ceil((short ? 10_000 : 100_000) / game.moves.length);
    return {
      value: () => rate((count) => playModeGames(game, count), games),
      floor: () => rate(playBoardGames, short ? 20 : 200),
      close: async () => {},
    };
  },
}));

/** Like the bench above for every mode in turn, with the costs of a ledger entry: commitment, header hash and state hash. */
export const modeLedger: Bench = {
  name: 'mode_ledger',
  unit: 'entries/s',
  floorName,
  target: { atLeast: 2 },
  pairs: { full: 7, short: 1 },
  async open({ short }) {
    const all = kits.map(prepareGame);
    return {
      value: () => rate((count) => playLedgerGames(all, count), short ? 1 : 10),
      floor: () => rate(playBoardGames, short ? 20 : 200),
      close: async () => {},
    };
  },
};

async function rate(play: (games: number) => number, games: number): Promise<number> {
  let moves = 0;
  const perGame = await ratePerSecond(games, () => {
    moves = play(games);
  });
  return (perGame * moves) / games;
}
