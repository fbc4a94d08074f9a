import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stateFolder } from '@agent-home/runtime-node/state';

/** Environment variable of the state home. Processes that tests start inherit it, so that their logs have the key of the suite. */
export const stateHomeVariable = 'XDG_STATE_HOME';

const prefix = join(tmpdir(), 'agent-home-state-');

/** Keeps the state of all projects and the key of all logs in a folder of this test run. No test touches the user’s own state. */
export default function setup(): () => void {
  const before = process.env[stateHomeVariable];
  // Another project of the same test run has already created one.
  if (before?.startsWith(prefix)) return () => {};
  const folder = mkdtempSync(prefix);
  process.env[stateHomeVariable] = folder;
  return () => {
    if (before === undefined) delete process.env[stateHomeVariable];
    else process.env[stateHomeVariable] = before;
    rmSync(folder, { recursive: true, force: true });
  };
}

/** Returns the variable for a process that inherits no other part of this environment. */
export function stateEnvironment(): Record<string, string> {
  const folder = process.env[stateHomeVariable];
  return folder === undefined ? {} : { [stateHomeVariable]: folder };
}

/** Returns the state folder of a project, where commands of this suite keep its runs and memory. */
export function getState(project: string): string {
  return stateFolder({ project, environment: stateEnvironment() });
}
