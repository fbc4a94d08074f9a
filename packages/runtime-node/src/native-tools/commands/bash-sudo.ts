import { runCommand } from '../../processes/run-command.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import { bashArguments, bashFlags, maximumMs } from './bash.ts';
import { commandOutcome } from './command-outcome.ts';

/** Runs a command as the superuser (S3-59). `-n` fails if sudo requires a password, because none can be entered. */
export function bashSudoTool(project: ProjectFolder, environment: Record<string, string>): NativeTool {
  return nativeTool({
    name: 'bash_sudo',
    description:
      'Runs a command in bash as the superuser (sudo -n) in the project folder and returns its output and exit code. Fails if sudo needs a password. Use bash for commands that do not need these rights.',
    arguments: bashArguments,
    risk: 'critical',
    sideEffects: true,
    idempotent: false,
    timeoutMs: maximumMs + 10_000,
    act: async ({ command, timeout_ms: timeoutMs }, { signal }) => {
      const result = await runCommand({
        program: 'sudo',
        arguments: ['-n', 'bash', ...bashFlags, command],
        folder: await project.place(),
        environment,
        timeoutMs,
        maximumBytes: 200 * 1024,
        signal,
      });
      return commandOutcome('sudo', result, timeoutMs);
    },
  });
}
