import { readPrivate, writePrivate } from '../../state/private-files.ts';
import { contextsFolder, type Environment, isAgentName } from './contexts-folder.ts';

/** More than a time has. */
const mostBytes = 100;
const getName = (agent: string) => `${agent}.cleared`;

/** When an agent’s context was cleared, in milliseconds: what it did until then is no part of its context any more. */
export function clearedAt(environment: Environment, agent: string): number {
  if (!isAgentName(agent)) return Number.NEGATIVE_INFINITY;
  const text = readPrivate(contextsFolder(environment), getName(agent), mostBytes);
  if (text === undefined) return Number.NEGATIVE_INFINITY;
  const time = Date.parse(text.trim());
  // It was cleared, whenever that was: nothing comes back because a file is damaged.
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

/** @param agent an agent’s name */
export function markCleared(environment: Environment, agent: string, time: Date): void {
  writePrivate(contextsFolder(environment), getName(agent), `${time.toISOString()}\n`);
}
