import type { JsonObject, LedgerHeader } from '@agent-home/protocol';
import { canonicalJsonBytes, commitmentOf, hashLedgerHeader, hashState } from '@agent-home/protocol';
import type { ModeInput } from '../../../../packages/modes/src/mode/mode.ts';
import { type ModeGame, playMove } from './mode-game.ts';

const salt = new Uint8Array(32).fill(7);

/** Plays every game with its ledger's hashes; returns the number of entries. */
export function playLedgerGames(all: ModeGame[], games: number): number {
  let entries = 0;
  for (let played = 0; played < games; played++) for (const game of all) entries += playOne(game);
  return entries;
}

function playOne(game: ModeGame): number {
  let state = game.first;
  let previous = 'a'.repeat(64);
  for (const [index, { input, context }] of game.moves.entries()) {
    const transition = playMove(game, state, index);
    state = transition.state;
    const header = {
      topic_id: 't1',
      sequence: index + 2,
      previous,
      input: { type: 'message', agent_id: 'ada', commitment: commitmentOf(salt, getBytes(input)) },
      context,
      verdict: transition.verdict,
      state_sha256: hashState(state),
    } as unknown as LedgerHeader;
    previous = hashLedgerHeader(header);
  }
  return game.moves.length;
}

const bytes = new Map<ModeInput, Uint8Array>();

/** Returns the object as an agent wrote it, before the ledger exists. */
function getBytes(input: ModeInput): Uint8Array {
  const known = bytes.get(input);
  if (known) return known;
  const made = canonicalJsonBytes(JSON.parse(JSON.stringify(input)) as JsonObject);
  bytes.set(input, made);
  return made;
}
