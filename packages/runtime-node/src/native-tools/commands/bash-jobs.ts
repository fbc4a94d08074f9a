import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { succeeded } from '../../outcomes/tool-outcomes.ts';
import type { BackgroundReading } from '../../processes/background-process.ts';
import { type NativeTool, nativeTool } from '../tool/native-tool.ts';
import type { BackgroundJobs } from './background-jobs.ts';

const jobSchema = z.string().min(1).max(100).describe('Id that bash returned for the background job.');

/** Reads the output of a background job. Its risk is that of the command, which was decided on. */
export function bashOutputTool(jobs: BackgroundJobs): NativeTool {
  return nativeTool({
    name: 'bash_output',
    description:
      'Returns the output of a background job of bash since the last call, and its exit code once it has ended. Only the latest 256 kB of unread output are kept.',
    arguments: z.strictObject({
      job: jobSchema,
      wait_ms: z
        .int()
        .min(0)
        .max(60_000)
        .default(0)
        .describe('Longest time to wait for new output or the end of the job, in milliseconds.'),
    }),
    risk: 'safe',
    sideEffects: false,
    idempotent: true,
    timeoutMs: 70_000,
    act: async ({ job: id, wait_ms: waitMs }, { call, signal }) => {
      const job = jobs.get(call.runId, id);
      await job.wait(waitMs, signal);
      return describeJob(job.read());
    },
  });
}

/** Ends a background job. It affects only what the run itself started. */
export function bashStopTool(jobs: BackgroundJobs): NativeTool {
  return nativeTool({
    name: 'bash_stop',
    description: 'Ends a background job of bash with its child processes, and returns its last output.',
    arguments: z.strictObject({ job: jobSchema }),
    risk: 'safe',
    sideEffects: true,
    idempotent: false,
    timeoutMs: 30_000,
    // Jobs end with the process that started them, so a repetition has no effect.
    settle: async () => ({ state: 'not_done' }),
    act: async ({ job: id }, { call }) => {
      const job = jobs.get(call.runId, id);
      await job.stop();
      return describeJob(job.read());
    },
  });
}

function describeJob({ text, dropped, hasMore, ...state }: BackgroundReading) {
  const metadata: JsonObject = {
    running: state.isRunning,
    ...(state.exitCode === undefined ? {} : { exitCode: state.exitCode }),
    ...(state.endedBySignal === undefined ? {} : { signal: state.endedBySignal }),
  };
  const ended =
    state.exitCode === undefined
      ? `the job was ended by ${state.endedBySignal ?? 'a signal'}`
      : `the job ended with exit code ${state.exitCode}`;
  return succeeded(
    [
      ...(dropped > 0 ? [`[${dropped} bytes were dropped unread]`] : []),
      text === '' ? '[no new output]' : text,
      `[${state.isRunning ? 'the job is running' : ended}${hasMore ? '; call bash_output again for more output' : ''}]`,
    ],
    metadata,
  );
}
