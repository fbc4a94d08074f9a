import { z } from 'zod';
import { runCommand } from '../../processes/run-command.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
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

export function bashTool(project: ProjectFolder, environment: Record<string, string>): NativeTool {
  return nativeTool({
    name: 'bash',
    description:
      'Runs a command in bash in the project folder and returns its output and exit code. Background processes end with the command. Long output is cut in the middle.',
    arguments: bashArguments,
    aliases: ['shell', 'run_command'],
    risk: 'medium',
    sideEffects: true,
    idempotent: false,
    timeoutMs: maximumMs + 10_000,
    act: async ({ command, timeout_ms: timeoutMs }, { signal }) => {
      const result = await runCommand({
        program: 'bash',
        arguments: [...bashFlags, command],
        folder: await project.place(),
        environment,
        timeoutMs,
        maximumBytes: 200 * 1024,
        signal,
      });
      return commandOutcome('bash', result, timeoutMs);
    },
  });
}
