import type {
  PreparedCall,
  RiskLevel,
  Settlement,
  ToolDescription,
  ToolOutcome,
  ToolSource,
} from '@agent-home/agent-runtime';
import type { MediaKind } from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { isOverTime } from '../../cancelling/is-over-time.ts';
import { ToolFailure } from '../../outcomes/tool-failure.ts';
import { failed } from '../../outcomes/tool-outcomes.ts';

/** Context of a tool call. */
export interface NativeCall {
  readonly call: PreparedCall;
  readonly signal: AbortSignal;
  /** Aborted once this process no longer drives the run; absent outside of a run. */
  readonly ending?: AbortSignal | undefined;
  /** Files that the model takes in addition to text. */
  readonly accepts?: readonly MediaKind[] | undefined;
}

/** A native tool whose arguments are still unparsed. */
export interface NativeTool {
  readonly description: ToolDescription;
  /** Returns a text that is appended to the description, about this machine. */
  describePlace?(): Promise<string>;
  invoke(given: NativeCall): Promise<ToolOutcome>;
  prepare?(given: NativeCall): Promise<JsonObject>;
  settle?(given: NativeCall): Promise<Settlement>;
}

export interface NativeToolParts<Schema extends z.ZodType> {
  name: string;
  description: string;
  arguments: Schema;
  aliases?: string[];
  /** `native` without it. */
  source?: ToolSource;
  risk: RiskLevel;
  sideEffects: boolean;
  idempotent: boolean;
  timeoutMs: number;
  describePlace?(): Promise<string>;
  act(values: z.infer<Schema>, given: NativeCall): Promise<ToolOutcome>;
  prepare?(values: z.infer<Schema>, given: NativeCall): Promise<JsonObject>;
  settle?(values: z.infer<Schema>, given: NativeCall): Promise<Settlement>;
}

/** Key that `prepare` records for a call that will be refused. */
const refusedKey = 'refused';

/** Creates a tool from its parts: parsing of arguments and reporting of failures are the same for all. */
export function nativeTool<Schema extends z.ZodType>(parts: NativeToolParts<Schema>): NativeTool {
  const { prepare, settle, describePlace } = parts;
  return {
    description: describe(parts),
    ...(describePlace === undefined ? {} : { describePlace }),
    invoke: (given) =>
      telling(given, async () => parts.act(readArguments(parts.arguments, given.call.arguments), given)),
    ...(prepare === undefined
      ? {}
      : {
          prepare: async (given: NativeCall): Promise<JsonObject> => {
            try {
              return await prepare(readArguments(parts.arguments, given.call.arguments), given);
            } catch (error) {
              // The call itself fails with the same error. Preparing has no effect.
              if (error instanceof ToolFailure) return { [refusedKey]: error.code };
              throw error;
            }
          },
        }),
    ...(settle === undefined
      ? {}
      : {
          settle: async (given: NativeCall): Promise<Settlement> => {
            if (given.call.prepared?.[refusedKey] !== undefined) return { state: 'not_done' };
            try {
              return await settle(readArguments(parts.arguments, given.call.arguments), given);
            } catch (error) {
              if (error instanceof ToolFailure) return { state: 'unknown' };
              throw error;
            }
          },
        }),
  };
}

function describe(parts: NativeToolParts<z.ZodType>): ToolDescription {
  return {
    name: parts.name,
    source: parts.source ?? 'native',
    description: parts.description,
    parameters: collectParameters(parts.arguments),
    aliases: parts.aliases ?? [],
    risk: parts.risk,
    sideEffects: parts.sideEffects,
    idempotent: parts.idempotent,
    prepares: parts.prepare !== undefined,
    timeoutMs: parts.timeoutMs,
  };
}

/** Returns the schema for models, without the dialect's `$schema`, which some providers reject. */
function collectParameters(schema: z.ZodType): JsonObject {
  const { $schema, ...parameters } = z
    .record(z.string(), z.json())
    .parse(z.toJSONSchema(schema, { io: 'input' }));
  return parameters;
}

function readArguments<Schema extends z.ZodType>(schema: Schema, given: JsonObject): z.infer<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  throw new ToolFailure('invalid_arguments', z.prettifyError(read.error));
}

/** Converts a tool failure into an outcome. Rethrows any other error, because it is a bug. */
async function telling(given: NativeCall, act: () => Promise<ToolOutcome>): Promise<ToolOutcome> {
  try {
    if (given.signal.aborted) return interrupted(given.signal);
    return await act();
  } catch (error) {
    if (error instanceof ToolFailure) return failed(error.code, error.message);
    if (given.signal.aborted && error === given.signal.reason) return interrupted(given.signal);
    throw error;
  }
}

function interrupted(signal: AbortSignal): ToolOutcome {
  return isOverTime(signal)
    ? failed(
        'tool_timeout',
        'the call exceeded its time limit and was ended: call the tool for a smaller part',
      )
    : failed('tool_cancelled', 'the call was cancelled');
}
