import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const pathOf = (root: string, name: string) => join(root, 'node_modules/.cache/agent-home', `${name}.json`);

/** Reads the stored state of a check below `node_modules`, which git ignores; undefined if it is not readable. */
export function readState<State>(root: string, name: string): State | undefined {
  try {
    return JSON.parse(readFileSync(pathOf(root, name), 'utf8')) as State;
  } catch {
    return undefined;
  }
}

/** Replaces the file in one step, because another check may read it at the same time. A read-only checkout stores nothing. */
export function writeState(root: string, name: string, state: object): void {
  const path = pathOf(root, name);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.${process.pid}`, JSON.stringify(state));
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // Costs the seconds of a full run, never a finding.
  }
}
