import { longestSecret } from '@agent-home/agent-runtime/policy';
import type { ProgramPlace } from '../processes/program-place.ts';
import { ProjectChangedError } from '../processes/project-changed-error.ts';
import { runCommand } from '../processes/run-command.ts';
import { SetupError } from '../setup/setup-error.ts';

const longestMs = 15_000;

/**
 * Returns the output of a program, such as the client of a password manager. It runs in its own process group,
 * with a minimal environment and limits of time and size. Its standard error is dropped, since it may contain
 * the secret. A relative program is the file that trust hashed: both resolve it in the same folder.
 * @throws SetupError `secret_command_failed`, `project_changed`, `project_too_large`
 */
export async function askSecretCommand(
  handle: string,
  [program = '', ...args]: readonly string[],
  place: ProgramPlace,
): Promise<string> {
  requireUnchanged(handle, place);
  const result = await runCommand({
    program,
    arguments: args,
    folder: place.folder,
    environment: place.environment,
    timeoutMs: longestMs,
    // Above the longest secret, so that an output that is too long is detected instead of cut to fit.
    maximumBytes: 4 * longestSecret,
    errorsApart: true,
    signal: new AbortController().signal,
  });
  if (result.ended === 'exited' && result.exitCode === 0) return result.output.replace(/\r?\n$/, '');
  const why =
    result.ended === 'timed_out'
      ? `did not finish within ${longestMs} ms`
      : result.ended === 'not_started'
        ? 'could not be started'
        : `ended with ${result.exitCode ?? result.endedBySignal ?? 'nothing'}`;
  throw new SetupError('secret_command_failed', `${handle}: ${program} ${why}; run it by hand to see more`);
}

function requireUnchanged(handle: string, place: ProgramPlace): void {
  try {
    place.beforeStart();
  } catch (error) {
    if (!(error instanceof ProjectChangedError)) throw error;
    throw new SetupError(error.code, `${handle}: ${error.message}`);
  }
}
