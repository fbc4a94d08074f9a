import { randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { isOwned, isOwnFile, recordOwnFile } from '@agent-home/runtime-node/state';
import { HomeError } from '../../errors/command-errors.ts';
import { withPlainStateErrors } from '../../state/project-state.ts';

const markerName = 'home.json';
/** Lock file of the process that works in the folder. It is written before the folder is read. */
const lockName = 'up.pid';

/**
 * Creates the data folder, or checks an existing one before a lock is written into it.
 * @throws HomeError `data_folder_unknown`
 */
export function makeDataFolder(folder: string): void {
  // If root owns the home, PostgreSQL runs as another user, who must be able to enter the folder.
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  requireOwn(folder);
}

/**
 * Makes an empty folder one of this installation’s homes, by a marker with a random id that the state home records. A folder with
 * content must be one already: a clone could bring secrets and keys of its author (ADR 0040).
 * @param adopt the user vouches for the folder, even if another installation created it
 * @throws HomeError `data_folder_unknown`, StatePlaceError
 */
export function openDataFolder(folder: string, { adopt = false } = {}): void {
  const isEmpty = readdirSync(folder).every((name) => name.startsWith(lockName));
  if (!isEmpty && !adopt) {
    requireDataFolder(folder);
    return;
  }
  requireOwn(folder);
  const marker = join(folder, markerName);
  rmSync(marker, { force: true, recursive: true });
  writeFileSync(marker, `${JSON.stringify({ id: randomUUID() })}\n`, { flag: 'wx', mode: 0o600 });
  try {
    withPlainStateErrors(() => recordOwnFile(marker));
  } catch (error) {
    // Otherwise the next start would find a folder of an unknown home.
    rmSync(marker, { force: true });
    throw error;
  }
  ignoreInGit(folder);
}

/** Keeps a home in a project out of its repository, because it holds keys and messages. */
function ignoreInGit(folder: string): void {
  const file = join(folder, '.gitignore');
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  if (basename(folder) === '.agent-home' && !isThere) writeFileSync(file, '*\n', { flag: 'wx' });
}

/** Copies the residents' keys of an adopted folder into the state folder; earlier versions kept them in the data folder. */
export function adoptResidents(folder: string, state: string): void {
  const [before, now] = [join(folder, 'residents'), join(state, 'residents')];
  if (existsSync(before) && !existsSync(now)) cpSync(before, now, { recursive: true });
}

/** @throws HomeError `data_folder_unknown` if another installation or a third party created the folder */
export function requireDataFolder(folder: string): void {
  requireOwn(folder);
  const isKnown = withPlainStateErrors(() => isOwnFile(join(folder, markerName)));
  if (!isKnown) throw unknownFolder(folder, 'was not made by this installation of agent-home');
}

/** Refuses a folder that others may write, and a link that a project may have placed there. */
function requireOwn(folder: string): void {
  const isNamed = Boolean(process.env.AGENT_HOME_DATA);
  const found = isNamed ? statSync(folder) : lstatSync(folder);
  if (!found.isDirectory()) throw unknownFolder(folder, 'is a symbolic link or a file');
  if (!isOwned(found)) throw unknownFolder(folder, 'belongs to another user');
  if ((found.mode & 0o022) !== 0) throw unknownFolder(folder, 'can be written by other users (chmod go-w)');
}

/** Another installation may have created the folder, so its secrets and keys may be known to others. */
function unknownFolder(folder: string, problem: string): HomeError {
  return new HomeError(
    'data_folder_unknown',
    `the data folder ${folder} ${problem}: its secrets and keys could be known to others; run agent-home up --adopt once if the home is yours, or set AGENT_HOME_DATA to another folder`,
  );
}
