import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Place } from './open-place.ts';
import type { Row, StepHere } from './row-schema.ts';

const enter = '\r';
/** A prompt at the end of the output: of the shell, or of a conversation. */
const atPrompt = /\$ $|conversation> $/;
const atQuestion = 'leave it waiting: ';

/**
 * Performs the steps of a row as a user does, and waits for everything that each of them shows.
 * @returns the performed steps
 */
export async function performRow(place: Place, { id, here }: Row): Promise<readonly StepHere[]> {
  const performed: StepHere[] = [];
  try {
    for (const step of here) {
      await perform(place, step);
      performed.push(step);
    }
    // The next row begins at a prompt.
    await place.terminal.shows(atPrompt);
    place.isAtPrompt = true;
  } catch (error) {
    throw new Error(`row ${id}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
  return performed;
}

async function perform(place: Place, step: StepHere): Promise<void> {
  if (step.kind === 'write') return writeNew(place, step.file, step.text);
  if (step.kind === 'add') return addLines(place, step);
  await show(place, step);
}

async function show(place: Place, step: Extract<StepHere, { kind: 'type' | 'choose' }>): Promise<void> {
  const { terminal } = place;
  if (step.kind === 'choose') await terminal.shows(atQuestion);
  else if (!place.isAtPrompt) await terminal.shows(atPrompt);
  terminal.type(step.kind === 'choose' && step.text === 'Enter' ? enter : `${place.fill(step.text)}${enter}`);
  place.isAtPrompt = false;
  for (const text of step.shows) await terminal.shows(text);
}

async function writeNew(place: Place, name: string, text: string): Promise<void> {
  const file = place.path(name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, place.fill(text), { flag: 'wx' });
}

async function addLines(
  place: Place,
  { file: name, after, text }: { file: string; after?: string | undefined; text: string },
): Promise<void> {
  const file = place.path(name);
  const before = await readFile(file, 'utf8');
  const at = after === undefined ? before.length : before.indexOf('\n', findLine(before, after)) + 1;
  await writeFile(file, before.slice(0, at) + place.fill(text) + before.slice(at));
}

/** @throws Error without such a line */
function findLine(text: string, begin: string): number {
  const at = `\n${text}`.indexOf(`\n${begin}`);
  if (at < 0) throw new Error(`no line begins with ${begin} in:\n${text}`);
  return at;
}
