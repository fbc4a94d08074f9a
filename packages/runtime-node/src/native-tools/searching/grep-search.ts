import { getHead } from '../../outcomes/bounded-text.ts';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { binaryKind } from '../files/binary-files.ts';
import { isRefusal } from '../project/file-errors.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type ReadableFile, readingFile } from '../project/read-files.ts';
import { walkProject } from '../project/walk-project.ts';

export interface GrepOptions {
  finds: (line: string) => boolean;
  /** True if a file, by its path below the folder, is searched. */
  fits: (path: string) => boolean;
  limit: number;
  signal: AbortSignal;
}

export interface GrepFindings {
  lines: string[];
  files: number;
  /** Reason for an early stop. */
  stopped?: string;
}

const maximumEntries = 100_000;
const maximumFileBytes = 4 * 1024 * 1024;
const maximumScannedBytes = 256 * 1024 * 1024;
/** Searched beginning of a line; longer lines are assumed to be generated. */
const maximumLineLength = 2_000;
const shownLineBytes = 500;
const maximumShownBytes = 200 * 1024;
const maximumMs = 20_000;
const turnMs = 20;

/** One search, limited in time, bytes and lines. The result states if a limit was reached. */
export class GrepSearch {
  readonly #project: ProjectFolder;
  readonly #options: GrepOptions;
  readonly #ends = performance.now() + maximumMs;
  readonly #lines: string[] = [];
  #files = 0;
  #scanned = 0;
  #shown = 0;
  #stopped: string | undefined;
  #lastTurn = performance.now();

  constructor(project: ProjectFolder, options: GrepOptions) {
    this.#project = project;
    this.#options = options;
  }

  async through(path: string): Promise<GrepFindings> {
    try {
      await this.#throughFolder(path);
    } catch (error) {
      if (!(error instanceof ToolFailure) || error.code !== 'not_a_folder') throw error;
      await readingFile(this.#project, path, (file) => this.#look(file));
    }
    return {
      lines: this.#lines,
      files: this.#files,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
    };
  }

  async #throughFolder(path: string): Promise<void> {
    const { fits, signal } = this.#options;
    const isComplete = await walkProject(this.#project, path, { maximumEntries, signal }, async (file) => {
      if (!fits(file.below)) return 'go_on';
      await file.reading((open) => this.#look(open)).catch(passWhatCannotBeRead);
      return this.#stopped === undefined ? 'go_on' : 'enough';
    });
    if (!isComplete) this.#stopped ??= `only the first ${maximumEntries} entries were searched: set a folder`;
  }

  async #look(file: ReadableFile): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks(maximumFileBytes, this.#options.signal)) {
      if (chunks.length === 0 && binaryKind(chunk.subarray(0, 8 * 1024)) !== undefined) return;
      chunks.push(chunk);
      this.#scanned += chunk.length;
    }
    let number = 0;
    let found = 0;
    for (const line of Buffer.concat(chunks).toString().split('\n')) {
      number += 1;
      if (this.#mustStop()) break;
      await this.#letOthersRun();
      if (!this.#options.finds(line.slice(0, maximumLineLength))) continue;
      if (!this.#take(`${file.shown}:${number}: ${getHead(line.trimEnd().toWellFormed(), shownLineBytes)}`))
        break;
      found += 1;
    }
    if (found > 0) this.#files += 1;
  }

  #take(shown: string): boolean {
    if (this.#lines.length === this.#options.limit) {
      this.#stopped = `more than ${this.#options.limit} lines match: use a narrower pattern`;
      return false;
    }
    this.#shown += Buffer.byteLength(shown);
    if (this.#shown > maximumShownBytes) {
      this.#stopped = 'the matches exceed the size of one result: use a narrower pattern';
      return false;
    }
    this.#lines.push(shown);
    return true;
  }

  /** Yields to the event loop now and then, since searching lines blocks it. */
  async #letOthersRun(): Promise<void> {
    if (performance.now() - this.#lastTurn < turnMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#lastTurn = performance.now();
  }

  #mustStop(): boolean {
    this.#options.signal.throwIfAborted();
    if (performance.now() > this.#ends)
      this.#stopped = 'the search exceeded its time limit: set a folder, or use a simpler pattern';
    else if (this.#scanned > maximumScannedBytes)
      this.#stopped = 'the search exceeded its read limit: set a folder';
    return this.#stopped !== undefined;
  }
}

/** Skips a file that was removed meanwhile or cannot be read. */
function passWhatCannotBeRead(error: unknown): void {
  if (!isRefusal(error)) throw error;
}
