import { readPrivate, writePrivate } from '../../state/private-files.ts';
import { contextsFolder, type Environment, isAgentName } from './contexts-folder.ts';

/** Limit for the file, which holds only a time. */
const mostBytes = 100;
const getName = (agent: string) => `${agent}.cleared`;

/** Returns the time at which an agent's context was cleared, in milliseconds. Earlier runs are not part of its context any more. */
export function clearedAt(environment: Environment, agent: string): number {
  if (!isAgentName(agent)) return Number.NEGATIVE_INFINITY;
  const text = readPrivate(contextsFolder(environment), getName(agent), mostBytes);
  if (text === undefined) return Number.NEGATIVE_INFINITY;
  const time = Date.parse(text.trim());
  // A damaged file still means that the context was cleared; it must not bring the context back.
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

/** @param agent an agent’s name */
export function markCleared(environment: Environment, agent: string, time: Date): void {
  writePrivate(contextsFolder(environment), getName(agent), `${time.toISOString()}\n`);
}
