import type { ReadLine } from '../../mode/line.ts';
import { readIdiom } from './read-idiom.ts';
import type { State } from './state.ts';

/** The idiom, what it had to start with, and whether it joined the chain. */
export const readLine: ReadLine<State> = ({ message, before, after }) => {
  if (!message) return {};
  const isLinked = after.chain_length > before.chain_length;
  return { idiom: { text: readIdiom(message).join(''), expected: before.expected_start_char, isLinked } };
};
