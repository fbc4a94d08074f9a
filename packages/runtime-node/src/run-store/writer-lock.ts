import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { readRegular } from './open-regular.ts';
import { RunStoreError } from './run-store-error.ts';

/** Maximum attempts to get a lock before giving up. */
const mostAttempts = 20;
const mostLockBytes = 1_024;

/**
 * Lock with one writer per run. Each writer's lock is a file of its own, `lock.<n>`, and the highest number counts: it contains a
 * process, or is empty once released. The successor of a dead process links the next number, which only one process can do, and
 * only lower numbers are ever removed. So no process can remove a lock that it has not read.
 */
export class WriterLock {
  /** Its file. */
  readonly path: string;
  readonly #token: string;

  private constructor(path: string, token: string) {
    this.path = path;
    this.#token = token;
  }

  /** @throws RunStoreError `run_is_written` */
  static take(path: string, runId: string): WriterLock {
    const token = `${process.pid} ${startOfProcess()} ${crypto.randomUUID()}`;
    const temporary = `${path}-${crypto.randomUUID()}`;
    // Complete before it gets its name, so that no process reads an empty lock.
    writeFileSync(temporary, token, { mode: 0o600 });
    try {
      for (let attempt = 0; attempt < mostAttempts; attempt++) {
        const [highest = 0, ...lower] = toNumbers(path);
        const holder = getHolder(path, highest);
        if (isAlive(holder))
          throw new RunStoreError(
            'run_is_written',
            `run ${runId} is in use by process ${holder.split(' ')[0]}: wait until it ends`,
          );
        const own = `${path}.${highest + 1}`;
        if (!linked(temporary, own)) continue;
        // Other writers have come and gone in the meantime, so this number is outdated, or its folder is gone. The file may belong
        // to another process by now; the next writer removes it.
        if (toNumbers(path)[0] !== highest + 1 || toText(own) !== token) continue;
        for (const number of [highest, ...lower]) rmSync(`${path}.${number}`, { force: true });
        return new WriterLock(own, token);
      }
    } finally {
      rmSync(temporary, { force: true });
    }
    throw new RunStoreError(
      'run_is_written',
      `run ${runId} is in use by another process: wait until it ends`,
    );
  }

  /** Returns the live process that holds a lock; undefined if there is none. */
  static holder(path: string): number | undefined {
    const [highest = 0] = toNumbers(path);
    const holder = getHolder(path, highest);
    return isAlive(holder) ? Number(holder.split(' ')[0]) : undefined;
  }

  isHeld(): boolean {
    return toText(this.path) === this.#token;
  }

  /** The file stays, empty: its number is the highest. */
  release(): void {
    if (this.isHeld()) writeFileSync(this.path, '');
  }
}

/** Sorted, highest first. */
function toNumbers(path: string): number[] {
  const beginning = `${basename(path)}.`;
  const names = readdirSync(dirname(path));
  return names
    .filter((name) => name.startsWith(beginning) && /^[1-9]\d{0,14}$/.test(name.slice(beginning.length)))
    .map((name) => Number(name.slice(beginning.length)))
    .sort((one, other) => other - one);
}

function getHolder(path: string, number: number): string {
  return number === 0 ? '' : toText(`${path}.${number}`);
}

function toText(file: string): string {
  try {
    return readRegular(file, mostLockBytes);
  } catch {
    return '';
  }
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Start of this process, as Linux counts: process ids are reused. */
function startOfProcess(): string {
  return getStart(process.pid);
}

function getStart(pid: number): string {
  return getStatus(pid).start;
}

function getStatus(pid: number): { state: string; start: string } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '-', start: fields[19] ?? '-' };
  } catch {
    return { state: '-', start: '-' };
  }
}

function isAlive(holder: string): boolean {
  const [pid, started] = holder.split(' ');
  const number = Number(pid);
  if (!Number.isInteger(number) || number <= 0) return false;
  try {
    process.kill(number, 0);
  } catch (error) {
    // The number belongs to another user's process, so its identity is unknown.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  const { state, start } = getStatus(number);
  // An exited process keeps its number until its parent reaps it, which some parents never do.
  if (state === 'Z' || state === 'X') return false;
  return started === '-' || started === undefined || start === started;
}
