import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { isRefusal } from '../project/file-errors.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type ReadableFile, readingFile } from '../project/read-files.ts';
import { walkProject } from '../project/walk-project.ts';
import type { FoundInFile, LineSearch, SearchOptions } from './line-search.ts';

export interface GrepOptions extends Pick<SearchOptions, 'output' | 'limit' | 'before' | 'after'> {
  /** True if a file, by its path below the folder, is searched. */
  fits: (path: string) => boolean;
  /** True to search names that begin with a dot. */
  hidden: boolean;
  /** True to search ignored files. */
  ignored: boolean;
  signal: AbortSignal;
}

export interface GrepFindings {
  lines: string[];
  /** Files with matches. */
  files: number;
  /** Matching lines. */
  matches: number;
  /** Reason for an early stop. */
  stopped?: string;
}

const maximumEntries = 100_000;
const maximumFileBytes = 4 * 1024 * 1024;
const maximumScannedBytes = 256 * 1024 * 1024;
const maximumShownBytes = 200 * 1024;
const maximumMs = 20_000;
/** Files are searched in batches, since each message to the thread takes time. */
const [mostInBatch, largestBatch] = [100, 1024 * 1024];
const timeIsOver = 'the search exceeded its time limit: set a folder, or use a simpler pattern';

/** One search, limited in time, bytes and lines. The result states if a limit was reached. */
export class GrepSearch {
  readonly #project: ProjectFolder;
  readonly #search: LineSearch;
  readonly #options: GrepOptions;
  readonly #ends = performance.now() + maximumMs;
  readonly #lines: string[] = [];
  #batch: { shown: string; content: Buffer }[] = [];
  #batchBytes = 0;
  #files = 0;
  #matches = 0;
  /** Lines that count towards the limit. */
  #counted = 0;
  #scanned = 0;
  #shown = 0;
  #stopped: string | undefined;

  constructor(project: ProjectFolder, search: LineSearch, options: GrepOptions) {
    this.#project = project;
    this.#search = search;
    this.#options = options;
  }

  /** @throws ToolFailure */
  async through(path: string): Promise<GrepFindings> {
    // Compiles the pattern, which may be invalid even if there is no file.
    await this.#search.search([], { leftMs: maximumMs, signal: this.#options.signal });
    try {
      await this.#throughFolder(path);
    } catch (error) {
      if (!(error instanceof ToolFailure) || error.code !== 'not_a_folder') throw error;
      await readingFile(this.#project, path, (file) => this.#add(file));
    }
    await this.#flush();
    return {
      lines: this.#lines,
      files: this.#files,
      matches: this.#matches,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
    };
  }

  async #throughFolder(path: string): Promise<void> {
    const { fits, signal, hidden, ignored } = this.#options;
    const limits = { maximumEntries, signal, hidden, ignored };
    const isComplete = await walkProject(this.#project, path, limits, async (file) => {
      if (!fits(file.below)) return 'go_on';
      await file.reading((open) => this.#add(open)).catch(passWhatCannotBeRead);
      return this.#mustStop() ? 'enough' : 'go_on';
    });
    if (!isComplete && this.#stopped === undefined) {
      await this.#flush();
      this.#stopped ??= `only the first ${maximumEntries} entries were searched: set a folder`;
    }
  }

  async #add(file: ReadableFile): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks(maximumFileBytes, this.#options.signal)) chunks.push(chunk);
    const content = Buffer.concat(chunks);
    this.#scanned += content.length;
    this.#batch.push({ shown: file.shown, content });
    this.#batchBytes += content.length;
    if (this.#batch.length >= mostInBatch || this.#batchBytes >= largestBatch) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#batch.length === 0 || this.#stopped !== undefined) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#batchBytes = 0;
    const found = await this.#search.search(
      batch.map(({ content }) => content),
      { leftMs: this.#ends - performance.now(), signal: this.#options.signal },
    );
    if (!found) {
      this.#stopped = timeIsOver;
      return;
    }
    for (const [index, { shown }] of batch.entries()) this.#take(shown, found[index]);
  }

  #take(path: string, found: FoundInFile | undefined): void {
    if (!found || found.matches === 0 || this.#stopped !== undefined) return;
    const { output, before, after } = this.#options;
    if (output !== 'lines') {
      if (!this.#show(output === 'files' ? path : `${path}:${found.matches}`, 1)) return;
      this.#files += 1;
      this.#matches += found.matches;
      return;
    }
    let last: number | undefined;
    let isFound = false;
    for (const [number, text, mark] of found.lines) {
      const isApart = before + after > 0 && this.#lines.length > 0 && number - 1 !== last;
      if (isApart && !this.#show('--', 0)) break;
      last = number;
      const isMatch = mark === ':';
      if (!this.#show(`${path}${mark}${number}${mark} ${text}`, isMatch ? 1 : 0)) break;
      if (isMatch) this.#matches += 1;
      isFound ||= isMatch;
    }
    if (isFound) this.#files += 1;
  }

  #show(shown: string, counts: number): boolean {
    const { limit, output } = this.#options;
    if (this.#counted + counts > limit) {
      const what = output === 'lines' ? 'lines' : 'files';
      this.#stopped = `more than ${limit} ${what} match: use a narrower pattern`;
      return false;
    }
    this.#shown += Buffer.byteLength(shown);
    if (this.#shown > maximumShownBytes) {
      this.#stopped = 'the matches exceed the size of one result: use a narrower pattern';
      return false;
    }
    this.#counted += counts;
    this.#lines.push(shown);
    return true;
  }

  #mustStop(): boolean {
    this.#options.signal.throwIfAborted();
    if (performance.now() > this.#ends) this.#stopped ??= timeIsOver;
    else if (this.#scanned > maximumScannedBytes)
      this.#stopped ??= 'the search exceeded its read limit: set a folder';
    return this.#stopped !== undefined;
  }
}

/** Skips a file that was removed meanwhile or cannot be read. */
function passWhatCannotBeRead(error: unknown): void {
  if (!isRefusal(error)) throw error;
}
