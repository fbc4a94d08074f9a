import { isRefusal } from './file-errors.ts';
import { isGuardedName } from './guarded-names.ts';
import type { HiddenNow } from './hidden-places.ts';
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
}

const maximumDepth = 40;
/** Time after which a walk yields to the event loop. */
const turnMs = 20;
/** Folders of fetched or generated files, which are searched only if named. */
const passedBy = new Set(['node_modules', '__pycache__', '.venv']);

/**
 * Walks through a folder in the order of names and visits every regular file, until `visit` has enough. Skips
 * links, guarded and hidden names, and entries that are no files. Returns true if everything was visited.
 */
export async function walkProject(
  project: ProjectFolder,
  given: string,
  limits: WalkLimits,
  visit: (file: FoundFile) => Promise<'go_on' | 'enough'>,
): Promise<boolean> {
  return project.inFolder(given, async ({ folder, path, hidden }) => {
    const walk = new Walk(limits, hidden, path.names.length, visit);
    return walk.through(folder, path.names);
  });
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
  async through(folder: OpenFolder, names: readonly string[]): Promise<boolean> {
    const listed = await folder.entries(this.#left).catch(passWhatCannotBeOpened);
    if (listed === undefined) return true;
    const { entries, isCut } = listed;
    for (const entry of entries) {
      await this.#letOthersRun();
      this.#limits.signal.throwIfAborted();
      if (this.#left <= 0) return false;
      this.#left -= 1;
      const here = [...names, entry.name];
      if (isGuardedName(entry.name) || this.#hidden.isHiddenPlace(here)) continue;
      if (entry.isFile() && (await this.#visit(this.#found(folder, here))) === 'enough') return false;
      if (entry.isDirectory() && !passedBy.has(entry.name) && !(await this.#into(folder, here))) return false;
    }
    return !isCut;
  }

  async #letOthersRun(): Promise<void> {
    if (performance.now() - this.#lastTurn < turnMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#lastTurn = performance.now();
  }

  async #into(parent: OpenFolder, names: readonly string[]): Promise<boolean> {
    if (names.length - this.#began > maximumDepth) return true;
    const folder = await parent.folder(names.at(-1) ?? '.').catch(passWhatCannotBeOpened);
    if (folder === undefined) return true;
    try {
      if (await this.#hidden.isHidden(folder)) return true;
      return await this.through(folder, names);
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
