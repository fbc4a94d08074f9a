import type { ToolOutcome } from '@agent-home/agent-runtime';
import type { JsonObject } from '@agent-home/protocol';
import { failed, succeeded } from '../../outcomes/tool-outcomes.ts';
import type { CommandResult } from '../../processes/run-command.ts';

/** Returns the output in every case, because the model continues from it. */
export function commandOutcome(
  program: string,
  result: CommandResult,
  timeoutMs: number,
  more: JsonObject = {},
): ToolOutcome {
  const metadata: JsonObject = {
    ...more,
    outputBytes: result.outputBytes,
    ...(result.exitCode === undefined ? {} : { exitCode: result.exitCode }),
    ...(result.endedBySignal === undefined ? {} : { signal: result.endedBySignal }),
  };
  const texts = result.output === '' ? [] : [result.output];
  switch (result.ended) {
    case 'not_started':
      return failed('command_not_started', `${program} could not be started on this machine`, { metadata });
    case 'cancelled':
      return failed('tool_cancelled', 'the command was ended because the call was cancelled', {
        texts,
        metadata,
      });
    case 'timed_out':
      return failed(
        'tool_timeout',
        result.isCallersLimit
          ? 'the time limit of the run or of this tool ended the command, not its timeout_ms: split the work, or have limits.timeoutMs raised'
          : `the command was ended after ${timeoutMs} ms: set a larger timeout_ms, or split the work`,
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
