import { isRefusal } from './file-errors.ts';
import { isGuardedName } from './guarded-names.ts';
import type { HiddenNow } from './hidden-places.ts';
import { type IgnoredHere, isIgnored, readIgnoreFiles } from './ignore-files.ts';
import type { OpenFolder } from './open-folder.ts';
import type { ProjectFolder } from './project-folder.ts';
import { type ReadableFile, readingFileIn } from './read-files.ts';

/** Regular file that the walk found. */
export interface FoundFile {
  /** Path from the project folder. */
  readonly path: string;
  /** Path from the folder in which the walk began. */
  readonly below: string;
  reading<T>(use: (file: ReadableFile) => Promise<T>): Promise<T>;
}

export interface WalkLimits {
  maximumEntries: number;
  signal: AbortSignal;
  /** True to visit names that begin with a dot. Guarded names are never visited. */
  hidden?: boolean;
  /** True to visit what `.gitignore` and `.ignore` files exclude, and folders of fetched files. */
  ignored?: boolean;
}

const maximumDepth = 40;
/** Time after which a walk yields to the event loop. */
const turnMs = 20;
/** Folders of fetched or generated files, which are searched only if named or if ignored files are. */
const passedBy = new Set(['node_modules', '__pycache__', '.venv']);

/**
 * Walks through a folder in the order of names and visits every regular file, until `visit` has enough. Skips
 * links, guarded, hidden and ignored names, and entries that are no files. Returns true if everything was visited.
 */
export async function walkProject(
  project: ProjectFolder,
  given: string,
  limits: WalkLimits,
  visit: (file: FoundFile) => Promise<'go_on' | 'enough'>,
): Promise<boolean> {
  return project.inFolder(given, async ({ folder, path, hidden }) => {
    const above = limits.ignored === true ? [] : await ignoredAbove(project, path.names);
    const walk = new Walk(limits, hidden, path.names.length, visit);
    return walk.through(folder, path.names, above);
  });
}

/** Reads the rules of the folders between the project folder and the one in which a walk begins. */
async function ignoredAbove(project: ProjectFolder, names: readonly string[]): Promise<IgnoredHere[]> {
  const levels: IgnoredHere[] = [];
  for (let depth = 0; depth < names.length; depth++) {
    const path = names.slice(0, depth).join('/') || '.';
    const level = await project.inFolder(path, ({ folder }) => readIgnoreFiles(folder, depth));
    if (level) levels.push(level);
  }
  return levels;
}

class Walk {
  readonly #limits: WalkLimits;
  readonly #hidden: HiddenNow;
  readonly #began: number;
  readonly #visit: (file: FoundFile) => Promise<'go_on' | 'enough'>;
  #left: number;
  #lastTurn = performance.now();

  constructor(
    limits: WalkLimits,
    hidden: HiddenNow,
    began: number,
    visit: (file: FoundFile) => Promise<'go_on' | 'enough'>,
  ) {
    this.#limits = limits;
    this.#hidden = hidden;
    this.#began = began;
    this.#visit = visit;
    this.#left = limits.maximumEntries;
  }

  /** Returns true if the whole folder was visited. */
  async through(
    folder: OpenFolder,
    names: readonly string[],
    above: readonly IgnoredHere[],
  ): Promise<boolean> {
    const listed = await folder.entries(this.#left).catch(passWhatCannotBeOpened);
    if (listed === undefined) return true;
    const { entries, isCut } = listed;
    const { ignored = false, hidden = false } = this.#limits;
    const own = ignored ? undefined : await readIgnoreFiles(folder, names.length);
    const levels = own ? [...above, own] : above;
    for (const entry of entries) {
      await this.#letOthersRun();
      this.#limits.signal.throwIfAborted();
      if (this.#left <= 0) return false;
      this.#left -= 1;
      const here = [...names, entry.name];
      if (isGuardedName(entry.name) || this.#hidden.isHiddenPlace(here)) continue;
      if (!hidden && entry.name.startsWith('.')) continue;
      if (isIgnored(levels, here, entry.isDirectory())) continue;
      if (entry.isFile() && (await this.#visit(this.#found(folder, here))) === 'enough') return false;
      const isPassedBy = !ignored && passedBy.has(entry.name);
      if (entry.isDirectory() && !isPassedBy && !(await this.#into(folder, here, levels))) return false;
    }
    return !isCut;
  }

  async #letOthersRun(): Promise<void> {
    if (performance.now() - this.#lastTurn < turnMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#lastTurn = performance.now();
  }

  async #into(
    parent: OpenFolder,
    names: readonly string[],
    levels: readonly IgnoredHere[],
  ): Promise<boolean> {
    if (names.length - this.#began > maximumDepth) return true;
    const folder = await parent.folder(names.at(-1) ?? '.').catch(passWhatCannotBeOpened);
    if (folder === undefined) return true;
    try {
      if (await this.#hidden.isHidden(folder)) return true;
      return await this.through(folder, names, levels);
    } finally {
      await folder.close();
    }
  }

  #found(parent: OpenFolder, names: readonly string[]): FoundFile {
    const path = names.join('/');
    return {
      path,
      below: names.slice(this.#began).join('/'),
      reading: (use) => readingFileIn(parent, names.at(-1) ?? '.', path, use),
    };
  }
}

/** Skips a folder that was removed meanwhile or cannot be read. */
function passWhatCannotBeOpened(error: unknown): undefined {
  if (!isRefusal(error)) throw error;
}
