import { z } from 'zod';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import { runCommand } from '../../processes/run-command.ts';
import type { Sandbox } from '../../sandboxing/sandbox.ts';
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

/** Returns the sentence by which a model knows the sandbox of its commands; empty without one. */
async function describeSandbox(
  project: ProjectFolder,
  sandbox: Sandbox,
  withoutSandbox: (reason: string) => void,
): Promise<string> {
  const { kind, network, missing } = await sandbox.look(await project.place());
  if (missing !== undefined) withoutSandbox(missing);
  if (kind === 'none') return '';
  const files =
    'Commands run in a sandbox: only the project folder and a /tmp that is empty at each call are writable, and .git, .agent-home and agents are read-only; commit with git_commit.';
  return ` ${files}${network ? '' : ' There is no network.'}`;
}

export function bashTool(
  project: ProjectFolder,
  environment: Record<string, string>,
  jobs: BackgroundJobs,
  sandbox: Sandbox,
  withoutSandbox: (reason: string) => void = () => {},
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
    describePlace: () => describeSandbox(project, sandbox, withoutSandbox),
    act: async ({ command, timeout_ms: timeoutMs, background }, { call, signal, ending }) => {
      const sandboxed = await sandbox.enter({
        program: 'bash',
        arguments: [...bashFlags, command],
        folder: await project.place(),
        environment,
      });
      const metadata = { sandbox: sandboxed.kind };
      if (background) {
        const job = await jobs.start({ runId: call.runId, ending }, sandboxed);
        return succeeded([`${job} is running: read its output with bash_output, end it with bash_stop`], {
          job,
          ...metadata,
        });
      }
      try {
        const result = await runCommand({
          ...sandboxed.command,
          timeoutMs,
          maximumBytes: 200 * 1024,
          signal,
        });
        return commandOutcome('bash', result, timeoutMs, metadata);
      } finally {
        await sandboxed.release();
      }
    },
  });
}
