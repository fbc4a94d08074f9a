import { AuthoringError } from '../../errors/command-errors.ts';
import type { Read } from './read-answers.ts';

/** Source of answers to questions. */
export interface Person {
  /** Reads a line; returns undefined at the end of input. */
  ask(question: string): Promise<string | undefined>;
  say(line: string): void;
  /** Lets the user pick from a list with keys. Absent, or returns undefined, if numbers are typed line by line. */
  choose?(list: readonly Tick[]): Promise<string[] | undefined> | undefined;
}

/** Repeats a question until the answer is valid. @throws AuthoringError without further input */
export async function askUntil<T>(
  person: Person,
  question: string,
  read: (line: string) => Read<T>,
): Promise<T> {
  for (;;) {
    const line = await person.ask(question);
    if (line === undefined)
      throw new AuthoringError(
        'not_written',
        'the input ended before all questions were answered, so nothing was written',
      );
    const answer = read(line.trim());
    if ('value' in answer) return answer.value;
    person.say(`  ${answer.problem}`);
  }
}

export interface Tick {
  name: string;
  ticked: boolean;
}

/**
 * Lets the user toggle entries with space or numbers until Enter. Without a suitable terminal, reads numbers until an empty line.
 */
export async function askTicks(person: Person, heading: string, list: readonly Tick[]): Promise<string[]> {
  let ticks = [...list];
  person.say(heading);
  const choosing = person.choose?.(list);
  if (choosing) {
    const chosen = await choosing;
    if (chosen) return chosen;
    throw new AuthoringError(
      'not_written',
      'the input ended before all questions were answered, so nothing was written',
    );
  }
  for (;;) {
    for (const [index, { name, ticked }] of ticks.entries())
      person.say(`  ${ticked ? '[x]' : '[ ]'} ${String(index + 1).padStart(2)} ${name}`);
    const wanted = await askUntil(person, 'Numbers to toggle, then Enter: ', (line) =>
      readNumbers(line, ticks.length),
    );
    if (wanted.length === 0) return ticks.filter(({ ticked }) => ticked).map(({ name }) => name);
    ticks = ticks.map((tick, index) =>
      wanted.includes(index + 1) ? { ...tick, ticked: !tick.ticked } : tick,
    );
  }
}

function readNumbers(line: string, largest: number): Read<number[]> {
  const words = line.split(/[\s,]+/).filter((word) => word !== '');
  const numbers = words.map((word) => (/^\d+$/.test(word) ? Number(word) : 0));
  if (numbers.every((number) => number >= 1 && number <= largest)) return { value: numbers };
  return { problem: `write numbers from 1 to ${largest}, such as 2 5` };
}
