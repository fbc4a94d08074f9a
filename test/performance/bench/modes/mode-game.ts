import type { JsonObject } from '@agent-home/protocol';
import type {
  AnyMode,
  AuthorFacts,
  ModeContext,
  ModeInput,
} from '../../../../packages/modes/src/mode/mode.ts';
import { findMode } from '../../../../packages/modes/src/registry/registry.ts';
import { facts } from '../../../../packages/modes/src/testing/alphabet/inputs.ts';
import type { ModeKit } from '../../../../packages/modes/src/testing/alphabet/kit.ts';
import { agents } from '../../../../packages/modes/src/testing/alphabet/moves.ts';
import {
  choices,
  startTopic,
  stepTopic,
} from '../../../../packages/modes/src/testing/topics/topic-in-test.ts';

export interface Move {
  input: ModeInput;
  context: ModeContext;
}

/** Course of a topic, prepared in advance: every input was accepted, and has the facts that it needed. */
export interface ModeGame {
  mode: AnyMode;
  rules: JsonObject;
  first: JsonObject;
  moves: Move[];
  authors: AuthorFacts[];
}

const movesInGame = 50;
const triesPerMove = 40;

export function prepareGame(kit: ModeKit): ModeGame {
  const mode = findMode(kit.mode, kit.version);
  const parsed = mode?.parseRules(kit.large[0] ?? {});
  if (!mode || !parsed || !('rules' in parsed)) throw new Error(`${kit.mode} cannot be prepared`);
  const { rules } = parsed;
  const choose = choices(`bench ${kit.mode}`);
  let topic = startTopic(mode, rules);
  const first = topic.state;
  const moves: Move[] = [];
  let seconds = 0;
  for (let tries = 0; moves.length < movesInGame && tries < movesInGame * triesPerMove; tries++) {
    const inputs: ModeInput[] = [...kit.alphabet(topic.state), { type: 'deadline' }];
    const input = inputs[choose(inputs.length)];
    seconds += choose(4) === 0 ? 1 : 0;
    if (!input) throw new Error('an alphabet is empty');
    const { topic: after, steps } = stepTopic(mode, rules, topic, input, seconds);
    if (steps.some(({ transition }) => transition.verdict.outcome === 'rejected')) continue;
    moves.push(...steps.map((step) => ({ input: step.input, context: step.context })));
    topic = after;
    if (!mode.isOpen(topic.state)) break;
  }
  return { mode, rules, first, moves, authors: agents.map((agentId) => facts(agentId)) };
}

/**
 * Plays the game again. After every move the mode computes the messages that one agent may write. Returns the
 * number of moves.
 */
export function playModeGames(game: ModeGame, games: number): number {
  for (let played = 0; played < games; played++) {
    let state = game.first;
    for (let index = 0; index < game.moves.length; index++) state = playMove(game, state, index).state;
  }
  return games * game.moves.length;
}

export function playMove({ mode, rules, moves, authors }: ModeGame, state: JsonObject, index: number) {
  const move = moves[index];
  const author = authors[index % authors.length];
  if (!move || !author) throw new Error('there is no such move');
  const transition = mode.apply(state, move.input, rules, move.context);
  if (transition.verdict.outcome === 'rejected')
    throw new Error(`${mode.name} refused what it accepted before`);
  mode.writableMessages(transition.state, author, rules, move.context);
  return transition;
}
