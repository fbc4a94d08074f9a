import { lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { shownText } from '@agent-home/protocol';
import { z } from 'zod';
import { JoiningError } from '../../errors/command-errors.ts';

const schema = z.object({ name: z.string().max(200) });
const getFile = (state: string) => join(state, 'joined.json');
const mostBytes = 10_000;

/** Returns the name under which this folder's agent joined; undefined if it has not, or if the file cannot be read. */
export function joinedName(state: string): string | undefined {
  try {
    if (lstatSync(getFile(state)).size > mostBytes) return undefined;
    return schema.safeParse(JSON.parse(readFileSync(getFile(state), 'utf8'))).data?.name;
  } catch {
    return undefined;
  }
}

/** Records the name of an agent that has joined. */
export function recordJoinedName(state: string, name: string): void {
  writeFileSync(getFile(state), `${JSON.stringify({ name })}\n`, { mode: 0o600 });
}

/**
 * Returns the name to join with: the given one, or that of the folder's agent.
 * @throws JoiningError `identity_in_use` if the folder holds another agent
 */
export function nameToJoin(state: string, given: string | undefined, usual: string): string {
  const known = joinedName(state);
  if (known === undefined || given === undefined || given === known) return known ?? given ?? usual;
  throw new JoiningError(
    'identity_in_use',
    `${shownText(state)} holds the key of the agent ${shownText(known)}: leave out --name to continue as this agent, or pass another key with --key`,
  );
}

/** Keeps the folder of an agent out of a repository, because it holds a private key. An existing file stays unchanged. */
export function keepOutOfGit(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, '.gitignore');
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) writeFileSync(file, '*\n', { flag: 'wx' });
}
