import { execFileSync } from 'node:child_process';
import { arch, cpus, platform, totalmem } from 'node:os';

/** Sources and machine of a measurement, as in one line of a document. */
export interface Place {
  date: string;
  /** Commit, with `-dirty` if the tree differs from it. */
  commit: string;
  machine: string;
}

export interface Machine {
  processors: number;
  processor: string;
  memory_bytes: number;
  system: string;
  node: string;
}

export function thisMachine(): Machine {
  const [cpu] = cpus();
  return {
    processors: cpus().length,
    processor: cpu?.model.trim() || 'unknown',
    memory_bytes: totalmem(),
    system: `${platform()} ${arch()}`,
    node: process.version,
  };
}

/** Formats a machine for a table cell: `2 × AMD EPYC, 24 GiB`. */
export function describeMachine({
  processors,
  processor,
  memory_bytes: bytes,
}: Pick<Machine, 'processors' | 'processor' | 'memory_bytes'>): string {
  return `${processors} × ${processor.replaceAll('|', ' ').trim()}, ${Math.round(bytes / 2 ** 30)} GiB`;
}

export function placeOf(now: Date, folder: string): Place {
  return {
    date: now.toISOString().slice(0, 10),
    commit: getCommit(folder),
    machine: describeMachine(thisMachine()),
  };
}

/** Short hash of HEAD; `unknown` where git or its history is missing. */
export function getCommit(folder: string): string {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const isChanged = git('status', '--porcelain', '--untracked-files=no') !== '';
    return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '-dirty' : ''}`;
  } catch {
    return 'unknown';
  }
}
