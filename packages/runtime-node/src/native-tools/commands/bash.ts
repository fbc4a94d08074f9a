import { z } from 'zod';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import { runCommand } from '../../processes/run-command.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import type { BackgroundJobs } from './background-jobs.ts';
import { commandOutcome } from './command-outcome.ts';

/** Longest time limit of a command. */
export const maximumMs = 600_000;
/** Arguments of bash for a command that reads no start-up file. */
export const bashFlags = ['--noprofile', '--norc', '-c'] as const;

export const bashArguments = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(100_000)
    .refine((command) => !command.includes('\0'), 'contains a NUL character')
    .describe('Command for bash, run in the project folder. Standard input is empty.'),
  timeout_ms: z
    .int()
    .min(100)
    .max(maximumMs)
    .default(120_000)
    .describe('Timeout in milliseconds. The command and its child processes are then ended.'),
});

const backgroundArguments = bashArguments.extend({
  background: z
    .boolean()
    .default(false)
    .describe(
      'Return a job id at once and let the command continue, such as a server. timeout_ms does not apply; the job ends with the run.',
    ),
});

export function bashTool(
  project: ProjectFolder,
  environment: Record<string, string>,
  jobs: BackgroundJobs,
): NativeTool {
  return nativeTool({
    name: 'bash',
    description:
      'Runs a command in bash in the project folder and returns its output and exit code. Background processes end with the command. Long output is cut in the middle. With background set, read the output with bash_output and end the job with bash_stop.',
    arguments: backgroundArguments,
    aliases: ['shell', 'run_command'],
    risk: 'medium',
    sideEffects: true,
    idempotent: false,
    timeoutMs: maximumMs + 10_000,
    act: async ({ command, timeout_ms: timeoutMs, background }, { call, signal, ending }) => {
      const started = {
        program: 'bash',
        arguments: [...bashFlags, command],
        folder: await project.place(),
        environment,
      };
      if (background) {
        const job = await jobs.start({ runId: call.runId, ending }, started);
        return succeeded([`${job} is running: read its output with bash_output, end it with bash_stop`], {
          job,
        });
      }
      const result = await runCommand({
        ...started,
        timeoutMs,
        maximumBytes: 200 * 1024,
        signal,
      });
      return commandOutcome('bash', result, timeoutMs);
    },
  });
}
