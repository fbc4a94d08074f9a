import { createRequire } from 'node:module';

interface Match {
  G: { lines: number };
  ctx: { currentPlayer: string };
}

interface BoardGame {
  // Names defined by boardgame.io.
  CreateGameReducer(options: { game: object }): (match: Match, action: object) => Match;
  InitializeGame(options: { game: object; numPlayers: number }): Match;
}

// Its ESM build cannot be imported by Node.
const { CreateGameReducer, InitializeGame } = createRequire(import.meta.url)(
  'boardgame.io/internal',
) as BoardGame;

/** Fixed, since a match's log grows with every move and each move copies it. */
const movesInGame = 50;

/** Smallest possible game: two players say one line each in turn. */
const game = {
  setup: () => ({ lines: 0, last: '' }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { say: ({ G }: { G: { lines: number } }, last: string) => ({ lines: G.lines + 1, last }) },
};

/** Plays whole games of boardgame.io; returns the number of moves. */
export function playBoardGames(games: number): number {
  const reducer = CreateGameReducer({ game });
  for (let played = 0; played < games; played++) {
    let match = InitializeGame({ game, numPlayers: 2 });
    for (let move = 0; move < movesInGame; move++) {
      const payload = { type: 'say', args: ['a line'], playerID: match.ctx.currentPlayer };
      match = reducer(match, { type: 'MAKE_MOVE', payload });
    }
    if (match.G.lines !== movesInGame) throw new Error('boardgame.io refused a move');
  }
  return games * movesInGame;
}
