import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import { isBegunState } from './begun-state.ts';
import { ownFolder } from './own-folder.ts';
import { StateFolderError } from './state-folder-error.ts';
import { userHome } from './user-home.ts';

const homeName = '.agent-home';

export interface StatePlaces {
  /** Folder of the project; the working directory by default. */
  project?: string;
  environment?: Record<string, string | undefined>;
  /** Home folder of the user as the system knows it; HOME may name another. */
  systemHome?: string | undefined;
}

/**
 * Returns the folder for this machine's state of all projects: `agent-home` in `XDG_STATE_HOME` if that is absolute, else
 * `~/.agent-home`. It may be inside the project only if this machine created it, because a clone could contain one (ADR 0040).
 * @throws StateFolderError
 */
export function stateHome({
  project = process.cwd(),
  environment = process.env,
  systemHome = homeOfSystem(),
}: StatePlaces = {}): string {
  const folder = ownFolder(stateHomePath(environment));
  const [home, within] = [realpathSync(folder), getRealPath(project)];
  if (!isWithin(home, within)) return folder;
  if (systemHome !== undefined && (isInHome(home, within, systemHome) || isBegunInHome(home, systemHome)))
    return folder;
  throw new StateFolderError(
    'state_folder_unsafe',
    `the state folder ${folder} is inside the project ${within}: set XDG_STATE_HOME to a folder outside of it`,
  );
}

/**
 * Returns the folder of a project’s runs, memory and sessions: `projects/<sha256 of its real path>` of the state home.
 * @throws StateFolderError
 */
export function stateFolder(places: StatePlaces = {}): string {
  const { project = process.cwd() } = places;
  const name = createHash('sha256').update(getRealPath(project)).digest('hex').slice(0, 32);
  return ownFolder(join(ownFolder(join(stateHome(places), 'projects')), name));
}

/** Path of the state home, which may not exist yet. */
function stateHomePath({ XDG_STATE_HOME: state }: Record<string, string | undefined>): string {
  if (state !== undefined && isAbsolute(state)) return join(state, 'agent-home');
  return join(userHome(), homeName);
}

/** Returns true if the project is the user's real home or a parent of it; neither is a clone. */
function isInHome(folder: string, project: string, systemHome: string): boolean {
  const home = getRealPath(systemHome);
  return isWithin(home, project) && isWithin(folder, home);
}

/** Returns true for a `.agent-home` whose state this machine created; file tools cannot open it. HOME may be inside a project. */
function isBegunInHome(folder: string, systemHome: string): boolean {
  return basename(folder) === homeName && isBegunState(folder, getRealPath(systemHome));
}

/** Returns the user's home folder as the system knows it; undefined for a user that the system does not know. */
function homeOfSystem(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    return undefined;
  }
}

/** Returns true if a path is a folder or is inside it; both are real paths. */
function isWithin(path: string, folder: string): boolean {
  const within = relative(folder, path);
  return within !== '..' && !within.startsWith(`..${sep}`) && !isAbsolute(within);
}

/** Returns the real path of the folder, or of its nearest existing parent. */
function getRealPath(path: string): string {
  if (existsSync(path) || dirname(path) === path) return realpathSync(path);
  return join(getRealPath(dirname(path)), relative(dirname(path), path));
}
