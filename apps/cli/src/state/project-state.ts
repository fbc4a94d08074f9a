import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shownText } from '@agent-home/protocol';
import { StateFolderError, stateFolder, stateHome } from '@agent-home/runtime-node/state';
import { StatePlaceError } from '../errors/command-errors.ts';

type Environment = Record<string, string | undefined>;

/**
 * Returns the folder of what agents did and remember in the project where one stands: the operator’s own where AGENT_HOME_DATA names
 * it, else the project’s in the state home. What a project brings in `.agent-home` is never used (ADR 0040).
 * @throws StatePlaceError
 */
export function projectState(environment: Environment): string {
  if (environment.AGENT_HOME_DATA) return resolve(environment.AGENT_HOME_DATA);
  return withPlainStateErrors(() => stateFolder({ environment }));
}

/** Returns the folder with the key of the logs and the state of all projects, which no agent reads by its tools. @throws StatePlaceError */
export function machineState(environment: Environment): string {
  return withPlainStateErrors(() => stateHome({ environment }));
}

/** Returns the folder of logins at MCP servers. @throws StatePlaceError */
export function loginFolder(environment: Environment): string {
  return join(machineState(environment), 'mcp-logins');
}

/** A state folder or key that cannot be used, as a command says it. @throws StatePlaceError */
export function withPlainStateErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw plainStateError(error);
  }
}

/** The same for an error that is at hand already. */
export function plainStateError(error: unknown): unknown {
  if (!(error instanceof StateFolderError)) return error;
  return new StatePlaceError(error.code, shownText(error.message), { cause: error });
}

/** Parts of the state that lay in a project’s `.agent-home` before, with the way to read them. */
const formerParts = {
  runs: '--runs .agent-home/runs reads them',
  memory: 'AGENT_HOME_DATA=.agent-home reads it',
  contexts: 'AGENT_HOME_DATA=.agent-home reads them',
  routes: 'AGENT_HOME_DATA=.agent-home reads them',
} as const;

/** Prints where the state lies now, if a project still has some in its old place, which may be the project’s own forgery. */
export function noteFormerState(environment: Environment, part: keyof typeof formerParts): void {
  if (environment.AGENT_HOME_DATA || !existsSync(join('.agent-home', part))) return;
  const folder = join(projectState(environment), part);
  console.error(
    `agent-home: .agent-home/${part} of this project is not used; ${part} lie in ${shownText(folder)} (${formerParts[part]})`,
  );
}
