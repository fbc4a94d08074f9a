import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Ids of runs that need no further request: the home has all of them, or refuses them for good. Without the file, every start would
 * send one request for each run of the folder.
 */
export class MirroredRunsFile {
  readonly #path: string;
  readonly #ids: Set<string>;

  private constructor(path: string, ids: Set<string>) {
    this.#path = path;
    this.#ids = ids;
  }

  /**
   * Opens the file, without the ids of runs that no longer exist. A missing or damaged file only costs requests.
   * @param isKept true for runs that still exist
   */
  static async open(path: string, isKept: (runId: string) => boolean): Promise<MirroredRunsFile> {
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
    const ids = new Set(lines.filter(isKept));
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (ids.size < lines.length) await writeFile(path, [...ids, ''].join('\n'), { mode: 0o600 });
    return new MirroredRunsFile(path, ids);
  }

  has(runId: string): boolean {
    return this.#ids.has(runId);
  }

  /** Returns the ids, newest first: they begin with their time. */
  newest(): string[] {
    return [...this.#ids].sort().toReversed();
  }

  /** Removes a run, so that it is sent again. */
  async remove(runId: string): Promise<void> {
    this.#ids.delete(runId);
    await writeFile(this.#path, [...this.#ids, ''].join('\n'), { mode: 0o600 });
  }

  async add(runId: string): Promise<void> {
    if (this.#ids.has(runId)) return;
    this.#ids.add(runId);
    await appendFile(this.#path, `${runId}\n`, { mode: 0o600 });
  }
}
