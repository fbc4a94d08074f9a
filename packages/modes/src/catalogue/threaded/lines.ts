import type { ReadLine } from '../../mode/line.ts';
import { pathOf, readReferences } from './references.ts';
import type { State } from './state.ts';

/** Its own place in the tree, and that of what it replies to. */
export const readLine: ReadLine<State> = ({ message }) => {
  if (!message) return {};
  const references = readReferences(message);
  const parent = 'parent' in references && references.parent ? { parent: pathOf(references.parent) } : {};
  return { path: pathOf(message), ...parent };
};
