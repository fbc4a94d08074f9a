import { schemaErrors, type ToolDescription, type ToolOutcome } from '@agent-home/agent-runtime';
import type { ToolSpec } from '@agent-home/agent-runtime/definition';
import { asJson, type JsonObject } from '@agent-home/protocol';
import { isOverTime } from '../cancelling/is-over-time.ts';
import { ToolFailure } from '../outcomes/tool-failure.ts';
import { failed, succeeded } from '../outcomes/tool-outcomes.ts';
import { SetupError } from '../setup/setup-error.ts';
import type { ActContext, Acting } from './acting.ts';
import { inAttempts } from './attempts.ts';
import { RateLimit } from './rate-limit.ts';

export interface BoundTool {
  description: ToolDescription;
  call(args: JsonObject, context: ActContext): Promise<ToolOutcome>;
}

/** Combines a ToolSpec with its binding. Results are validated against the spec. */
export function boundTool({ metadata, spec }: ToolSpec, act: Acting): BoundTool {
  const { retry, idempotent, timeoutMs } = spec;
  const acting = inAttempts(act, { retry, idempotent, timeoutMs, rateLimit: new RateLimit(spec.rateLimit) });
  return {
    description: {
      name: metadata.name,
      source: 'native',
      description: metadata.description,
      parameters: asJson(spec.inputsSchema) as JsonObject,
      aliases: [],
      risk: spec.sideEffects ? 'high' : 'medium',
      sideEffects: spec.sideEffects,
      idempotent: spec.idempotent,
      prepares: false,
      timeoutMs: spec.timeoutMs,
      ...(spec.dataScope === undefined ? {} : { dataScope: asJson(spec.dataScope) as JsonObject }),
    },
    call: async (args, context) => {
      try {
        const { text, tainted, metadata: facts, failure } = await acting(args, context);
        const outcome = failure
          ? failed(failure.code, failure.message, { texts: [text], metadata: facts })
          : checkedOutput(text, asJson(spec.outputsSchema) as JsonObject, facts);
        return tainted ? { ...outcome, tainted: true } : outcome;
      } catch (error) {
        if (isOverTime(context.signal))
          return failed(
            'tool_timeout',
            `${metadata.name} did not respond within ${spec.timeoutMs} ms; its effect is unknown, so check before you call it again`,
          );
        if (error instanceof ToolFailure) return failed(error.code, error.message);
        if (error instanceof SetupError) return failed('auth_failed', `${error.message} [${error.code}]`);
        throw error;
      }
    },
  };
}

/** Checks the output of a tool. An empty schema allows any text. */
export function checkedOutput(text: string, schema: JsonObject, metadata: JsonObject): ToolOutcome {
  if (Object.keys(schema).length === 0) return succeeded([text], metadata);
  const value = getObject(text);
  if (!value)
    return failed('invalid_output', 'the output of the tool is not a JSON object, which its spec requires', {
      metadata,
    });
  const errors = schemaErrors(schema, value);
  return errors.length === 0
    ? succeeded([text], metadata)
    : failed(
        'invalid_output',
        `the output of the tool violates outputsSchema of its spec: ${errors.join('; ')}`,
        {
          metadata,
        },
      );
}

function getObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as JsonObject)
      : undefined;
  } catch {
    return undefined;
  }
}
