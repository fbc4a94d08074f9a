import { errorFields, type Log } from '../shared/log.ts';
import { saveTrustFile } from './trust-file.ts';
import type { TrustMemory } from './trust-memory.ts';

const delayMs = 250;

/** Saves the memory in the background: many changes become one write, and none is lost when the client closes. */
export class TrustSaver {
  readonly #file: string | undefined;
  readonly #log: Log;
  #memory: TrustMemory | undefined;
  #timer: NodeJS.Timeout | undefined;
  #dirty = false;
  #writing: Promise<void> = Promise.resolve();

  /** Without a file, the memory lasts as long as the process. */
  constructor(file: string | undefined, log: Log) {
    this.#file = file;
    this.#log = log;
  }

  watch(memory: TrustMemory): void {
    this.#memory = memory;
  }

  /** The timer does not keep the process alive; closing the client saves the changes of the last quarter of a second. */
  readonly changed = (): void => {
    this.#dirty = true;
    if (this.#file === undefined || this.#timer) return;
    this.#timer = setTimeout(() => {
      this.flush().catch((error) => {
        this.#log('error', 'the trust memory could not be written; trying again', errorFields(error));
        this.changed();
      });
    }, delayMs).unref();
  };

  /** Saves all changes to disk. @throws TrustStoreError `unwritable` */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const write = async () => {
      if (!this.#dirty || this.#file === undefined || !this.#memory) return;
      this.#dirty = false;
      try {
        await saveTrustFile(this.#file, this.#memory.snapshot());
      } catch (error) {
        this.#dirty = true;
        throw error;
      }
    };
    const written = this.#writing.then(write);
    this.#writing = written.catch(() => {});
    return written;
  }
}
