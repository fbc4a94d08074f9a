import { join, resolve } from 'node:path';
import { LogError } from '@agent-home/run-log';
import { FileRunStore, RunStoreError } from '@agent-home/runtime-node';
import { RunCommandError } from '../errors/run-command-error.ts';
import { placesFrom } from '../local/local-places.ts';

export interface RunsFlags {
  /** `--runs`: the folder in which they lie. */
  runs?: string;
}

type Environment = Record<string, string | undefined>;

/** Where runs lie: the folder that is named, else `runs` in the folder of the home of this machine or project. */
export function runsFolder(environment: Environment, { runs }: RunsFlags): string {
  return runs === undefined ? join(placesFrom(environment).dataDirectory, 'runs') : resolve(runs);
}

export function openRuns(environment: Environment, flags: RunsFlags): FileRunStore {
  return new FileRunStore(runsFolder(environment, flags));
}

/** What the store and a log say is wrong, as a command says it. */
export async function withPlainErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RunStoreError || error instanceof LogError)
      throw new RunCommandError(error.code, error.message, { cause: error });
    throw error;
  }
}
