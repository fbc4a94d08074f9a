import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { shownText } from '@agent-home/protocol';
import { StateFolderError, stateFolder, stateHome } from '@agent-home/runtime-node/state';
import { StatePlaceError } from '../errors/command-errors.ts';

type Environment = Record<string, string | undefined>;

/**
 * Returns the state folder of the current project: AGENT_HOME_DATA if set, else the project's folder in the state home. A project's
 * own `.agent-home` is never used (ADR 0040).
 * @throws StatePlaceError
 */
export function projectState(environment: Environment): string {
  if (environment.AGENT_HOME_DATA) return resolve(environment.AGENT_HOME_DATA);
  return withPlainStateErrors(() => stateFolder({ environment }));
}

/**
 * Returns the folder with the log key and the state of all projects. Agents' tools cannot read it.
 * @throws StatePlaceError
 */
export function machineState(environment: Environment): string {
  return withPlainStateErrors(() => stateHome({ environment }));
}

/** Returns the folder of logins at MCP servers. @throws StatePlaceError */
export function loginFolder(environment: Environment): string {
  return join(machineState(environment), 'mcp-logins');
}

/** Converts the error of an unusable state folder or key into a command error. @throws StatePlaceError */
export function withPlainStateErrors<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw plainStateError(error);
  }
}

/** Converts a state error that was caught already. */
export function plainStateError(error: unknown): unknown {
  if (!(error instanceof StateFolderError)) return error;
  return new StatePlaceError(error.code, shownText(error.message), { cause: error });
}

/** Parts of the state that earlier versions kept in a project's `.agent-home`, with the way to read them. */
const formerParts = {
  runs: '--runs .agent-home/runs reads them',
  memory: 'AGENT_HOME_DATA=.agent-home reads it',
  contexts: 'AGENT_HOME_DATA=.agent-home reads them',
  routes: 'AGENT_HOME_DATA=.agent-home reads them',
} as const;

/** Prints the new place of the state if a project still has some in the old place. The project's author may have forged it. */
export function noteFormerState(environment: Environment, part: keyof typeof formerParts): void {
  if (environment.AGENT_HOME_DATA || !existsSync(join('.agent-home', part))) return;
  const folder = join(projectState(environment), part);
  console.error(
    `agent-home: .agent-home/${part} of this project is not used; ${part} lie in ${shownText(folder)} (${formerParts[part]})`,
  );
}
