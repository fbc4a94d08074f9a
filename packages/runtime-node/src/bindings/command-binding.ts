import { ToolFailure } from '../outcomes/tool-failure.ts';
import type { ProgramPlace } from '../processes/program-place.ts';
import { runCommand } from '../processes/run-command.ts';
import type { Acting } from './acting.ts';
import { collectPlaces, fillTemplate, inCommand } from './fill-template.ts';
import { requireUnchanged } from './require-unchanged.ts';

/** Binds a tool to one program. No shell parses its arguments, and its child processes end with it. */
export function commandBinding(
  [program = '', ...templates]: readonly string[],
  place: ProgramPlace,
  timeoutMs: number,
): Acting {
  const isTemplate = templates.some((template) => collectPlaces(template).length > 0);
  return async (args, { signal, idempotencyKey }) => {
    requireUnchanged(place);
    const result = await runCommand({
      program,
      arguments: templates.map((template) => fillTemplate(template, args, inCommand)),
      folder: place.folder,
      environment: { ...place.environment, AGENT_HOME_IDEMPOTENCY_KEY: idempotencyKey },
      ...(isTemplate ? {} : { input: JSON.stringify(args) }),
      timeoutMs,
      maximumBytes: 200 * 1024,
      errorsApart: true,
      signal,
    });
    if (result.ended === 'not_started')
      throw new ToolFailure(
        'command_not_started',
        'the program of the tool could not be started; the operator has to check its command in the settings',
        {
          retry: 'not_begun',
        },
      );
    if (result.ended === 'timed_out')
      throw new ToolFailure(
        'tool_timeout',
        'the program exceeded the timeout of the tool and was ended; call it with less work',
      );
    if (result.ended === 'cancelled') throw new ToolFailure('tool_cancelled', 'the call was cancelled');
    if (result.exitCode === 0) return { text: result.output, tainted: true, metadata: {} };
    const message = `the program ended with exit code ${result.exitCode ?? result.endedBySignal ?? 'unknown'}; its output has the reason`;
    return {
      text: `${result.output}${result.errorOutput ?? ''}`,
      tainted: true,
      metadata: {},
      failure: { code: 'command_failed', message, retry: 'may_help' },
    };
  };
}
