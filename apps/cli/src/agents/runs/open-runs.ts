import { join, resolve } from 'node:path';
import { LogError } from '@agent-home/agent-runtime/run-log';
import { FileRunStore, RunStoreError } from '@agent-home/runtime-node';
import { RunCommandError } from '../../errors/command-errors.ts';
import { noteFormerState, plainStateError, projectState } from '../../state/project-state.ts';

export interface RunsFlags {
  /** `--runs`: folder of the runs. */
  runs?: string;
}

type Environment = Record<string, string | undefined>;

/**
 * Returns the folder of runs: the one given, else `runs` in the state folder of the project.
 * @throws StatePlaceError
 */
export function runsFolder(environment: Environment, { runs }: RunsFlags): string {
  return runs === undefined ? join(projectState(environment), 'runs') : resolve(runs);
}

export function openRuns(environment: Environment, flags: RunsFlags): FileRunStore {
  if (flags.runs === undefined) noteFormerState(environment, 'runs');
  return new FileRunStore(runsFolder(environment, flags));
}

/** Converts errors of the store and of logs into errors of a command. */
export async function withPlainErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RunStoreError || error instanceof LogError)
      throw new RunCommandError(error.code, error.message, { cause: error });
    throw plainStateError(error);
  }
}
