import {
  type CallContext,
  type CallTicket,
  failedOutcome,
  isUsableSchema,
  type PreparedCall,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import { knownRisk } from '@agent-home/agent-runtime/policy';
import type { JsonObject } from '@agent-home/protocol';
import { z } from 'zod';
import { AgentError } from './agent-error.ts';

/** Context of one call of a tool. */
export interface ToolContext {
  /** Aborted at the timeout of the tool and at the end of the run. */
  signal: AbortSignal;
  /** Identifies the call, for services that must not execute a request twice. */
  idempotencyKey: string;
}

/** Definition of a tool. */
export interface ToolOptions<Parameters extends z.ZodObject> {
  /** 1 to 64 letters, digits, `_` and `-`, beginning with a letter. */
  name: string;
  /** Purpose of the tool, for the model. */
  description: string;
  /** Schema of the arguments. The model gets its JSON Schema; `execute` gets parsed arguments. */
  parameters: Parameters;
  /**
   * Executes a call that the policies allow.
   * @returns text, or a value that is passed on as JSON
   * @throws any error: the model reads its message as the tool's failure
   */
  execute(args: z.output<Parameters>, context: ToolContext): unknown;
  /** Default: `safe` for a tool without side effects, otherwise `medium`, which needs approval. */
  risk?: 'safe' | 'low' | 'medium' | 'high';
  /** False if a call changes nothing. Default: true. */
  sideEffects?: boolean;
  /**
   * True if results contain no text of third parties. Results of any other tool taint the run: later calls above `safe` then need
   * approval.
   */
  trusted?: boolean;
  /** Default: one minute. */
  timeoutMs?: number;
}

/** Tool of this process; created by `tool`. */
export interface Tool {
  readonly name: string;
  readonly description: string;
}

interface ToolParts {
  description: ToolDescription;
  call(args: JsonObject, context: ToolContext): Promise<ToolOutcome>;
}

const partsOfTools = new WeakMap<Tool, ToolParts>();
const namePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;
/** Names of tools that the runtime adds itself. */
const ownNames = new Set([
  'read_result',
  'ask_user',
  'remember',
  'store_memory',
  'recall',
  'forget',
  'delegate',
]);

/**
 * Creates a tool from a zod schema and a function of this process.
 * @throws AgentError `invalid_tool`
 */
export function tool<Parameters extends z.ZodObject>(options: ToolOptions<Parameters>): Tool {
  const { name, description, parameters: schema, execute, sideEffects = true } = options;
  if (!namePattern.test(name))
    throw new AgentError(
      'invalid_tool',
      `tool ${JSON.stringify(name)}: use a name of 1 to 64 letters, digits, _ and -, beginning with a letter`,
    );
  if (knownRisk(name) !== undefined || ownNames.has(name) || name.startsWith('handoff_to_'))
    throw new AgentError('invalid_tool', `tool ${name} has the name of a built-in tool: rename it`);
  const made: Tool = Object.freeze({ name, description });
  partsOfTools.set(made, {
    description: {
      name,
      source: 'native',
      description,
      parameters: getJsonSchema(name, schema),
      aliases: [],
      risk: options.risk ?? (sideEffects ? 'medium' : 'safe'),
      sideEffects,
      idempotent: false,
      prepares: false,
      timeoutMs: options.timeoutMs ?? 60_000,
      ...(options.trusted === true ? { trusted: true } : {}),
    },
    async call(args, context) {
      const read = await schema.safeParseAsync(args);
      if (!read.success) return failedOutcome('invalid_arguments', z.prettifyError(read.error));
      const value = await execute(read.data, context);
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      return { status: 'ok', content: [{ type: 'text', text }], metadata: {} };
    },
  });
  return made;
}

/** @throws AgentError `invalid_tool` */
function getJsonSchema(name: string, schema: z.ZodObject): JsonObject {
  let parameters: JsonObject;
  try {
    // Some providers reject `$schema`.
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input' });
    parameters = z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(rest)));
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown type';
    throw new AgentError('invalid_tool', `tool ${name}: the parameters have no JSON Schema: ${why}`, {
      cause: error,
    });
  }
  if (parameters.type === 'object' && isUsableSchema(parameters)) return parameters;
  throw new AgentError('invalid_tool', `tool ${name}: the parameters are not an object schema of zod 4`);
}

/** Provider of an agent's own tools. As for every provider, the gateway decides on a call before it is made. */
export class OwnTools implements ToolProvider {
  readonly source = 'native';
  readonly #tools: ReadonlyMap<string, ToolParts>;

  /** @throws AgentError `invalid_tool` */
  constructor(tools: readonly Tool[]) {
    const parts = tools.map((each) => {
      const found = partsOfTools.get(each);
      if (!found) throw new AgentError('invalid_tool', 'a tool of the agent was not created by tool()');
      return [each.name, found] as const;
    });
    this.#tools = new Map(parts);
    if (this.#tools.size < tools.length)
      throw new AgentError('invalid_tool', 'two tools of the agent have the same name: rename one of them');
  }

  async tools(): Promise<ToolDescription[]> {
    return [...this.#tools.values()].map(({ description }) => structuredClone(description));
  }

  async invoke(ticket: CallTicket, call: PreparedCall, { signal }: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    const found = this.#tools.get(call.tool);
    if (!found) return failedOutcome('unknown_tool', `the tool ${call.tool} does not exist`);
    return found.call(call.arguments, { signal, idempotencyKey: call.idempotencyKey });
  }

  async close(): Promise<void> {}
}
