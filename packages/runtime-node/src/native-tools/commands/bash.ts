import type { JsonObject } from '@agent-home/protocol';
import type { ToolOutcome } from '@agent-home/runtime';
import { z } from 'zod';
import { failed, succeeded } from '../../outcomes/tool-outcomes.ts';
import { type CommandResult, runCommand } from '../../processes/run-command.ts';
import type { ProjectFolder } from '../project/project-folder.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';

const maximumMs = 600_000;

const bashArguments = z.strictObject({
  command: z
    .string()
    .min(1)
    .max(100_000)
    .refine((command) => !command.includes('\0'), 'has a NUL in it')
    .describe('What bash runs, in the project folder. Nothing can be typed in.'),
  timeout_ms: z
    .int()
    .min(100)
    .max(maximumMs)
    .default(120_000)
    .describe('After how many milliseconds it is ended, with all that it started.'),
});

export function bashTool(project: ProjectFolder, environment: Record<string, string>): NativeTool {
  return nativeTool({
    name: 'bash',
    description:
      'Runs a command in bash, in the project folder, and gives its output with its exit code. What it leaves running in the background is ended with it. Long output is cut in the middle.',
    arguments: bashArguments,
    aliases: ['shell', 'run_command'],
    risk: 'medium',
    sideEffects: true,
    idempotent: false,
    timeoutMs: maximumMs + 10_000,
    act: async ({ command, timeout_ms: timeoutMs }, { signal }) => {
      const result = await runCommand({
        program: 'bash',
        arguments: ['--noprofile', '--norc', '-c', command],
        folder: await project.place(),
        environment,
        timeoutMs,
        maximumBytes: 200 * 1024,
        signal,
      });
      return bashOutcome(result, timeoutMs);
    },
  });
}

/** The output is given however the command ended: what it did before is what the model goes on from. */
function bashOutcome(result: CommandResult, timeoutMs: number): ToolOutcome {
  const metadata: JsonObject = {
    outputBytes: result.outputBytes,
    ...(result.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    ...(result.endedBySignal === undefined ? {} : { signal: result.endedBySignal }),
  };
  const texts = result.output === '' ? [] : [result.output];
  switch (result.ended) {
    case 'not_started':
      return failed('command_not_started', 'bash could not be started on this machine', { metadata });
    case 'cancelled':
      return failed('tool_cancelled', 'the command was ended, as the call was', { texts, metadata });
    case 'timed_out':
      return failed(
        'tool_timeout',
        `the command was ended after ${timeoutMs} ms: give it a larger timeout_ms, or less to do`,
        { texts, metadata },
      );
    case 'exited':
      if (result.exitCode === 0) return succeeded(texts.length === 0 ? ['[no output]'] : texts, metadata);
      return failed(
        'command_failed',
        result.exitCode === undefined
          ? `the command was ended by ${result.endedBySignal ?? 'a signal'}`
          : `the command ended with exit code ${result.exitCode}`,
        { texts, metadata },
      );
  }
}
