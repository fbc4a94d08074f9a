import {
  type CallContext,
  type CallTicket,
  failedOutcome,
  type PreparedCall,
  type Settlement,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import {
  type Answer,
  allTools,
  entryAt,
  explainError,
  listedSchema,
  type Membership,
  refusal,
  type Tool,
} from '@agent-home/mcp-server';
import { asJson, type JsonObject } from '@agent-home/protocol';
import { failureOutcome, preparedInputSchema, verdictOutcome } from '@agent-home/runtime-node/resident';
import type { PreparedInput, Topic } from '@agent-home/sdk';
import { z } from 'zod';

/** Prefix of canonical names, as those of residents' tools. */
const prefix = 'home.';
/** Tools whose effect is recorded before it, so that it happens once. */
const preparing: ReadonlySet<string> = new Set(['say', 'request']);
const timeoutMs = 60_000;
/** `wait` may wait for ten minutes. */
const waitTimeoutMs = 630_000;

const sayArguments = z.looseObject({
  topic_id: z.string(),
  text: z.string(),
  reply_to: z.int().optional(),
});
const requestArguments = z.looseObject({
  topic_id: z.string(),
  type: z.string(),
  payload: z.record(z.string(), z.unknown()).optional(),
});
const preparedSchema = preparedInputSchema.extend({ topic_id: z.string() });

/**
 * The MCP server's tools as a provider of runs, in all topics of a home. A message refers to its run and to the head of its log,
 * and is prepared first, like that of a resident.
 */
export class AssistantTools implements ToolProvider {
  readonly source = 'home';
  readonly #membership: Membership;
  readonly #log: (error: unknown) => void;

  constructor(membership: Membership, log: (error: unknown) => void) {
    this.#membership = membership;
    this.#log = log;
  }

  async tools(): Promise<ToolDescription[]> {
    return allTools.map(describe);
  }

  async prepare(call: PreparedCall, { signal }: CallContext): Promise<JsonObject> {
    const prepared =
      call.tool === `${prefix}say`
        ? await this.#prepareMessage(call, signal)
        : await this.#prepareRequest(call, signal);
    return { topic_id: String(call.arguments.topic_id), ...prepared };
  }

  async settle(call: PreparedCall, { signal }: CallContext): Promise<Settlement> {
    if (!preparing.has(call.tool.slice(prefix.length))) return { state: 'unknown' };
    const prepared = preparedIn(call);
    // Without prepared data, no object was put.
    if (!prepared) return { state: 'not_done' };
    const judged = await (await this.#topic(prepared.topicId)).verdictOn(prepared.input, signal);
    return judged ? { state: 'done', outcome: verdictOutcome(judged) } : { state: 'not_done' };
  }

  async invoke(ticket: CallTicket, call: PreparedCall, { signal }: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    const name = call.tool.slice(prefix.length);
    if (preparing.has(name)) return this.#post(call, signal);
    const tool = allTools.find((each) => each.name === name);
    const given = tool?.schema.safeParse(call.arguments);
    if (!tool || !given?.success) return toOutcome(refusal('invalid_arguments'), tool);
    const answer = await tool
      .call(given.data, { membership: this.#membership, signal, progress: async () => undefined })
      .catch((error: unknown) => explainError(error, this.#log));
    return toOutcome(answer, tool);
  }

  async close(): Promise<void> {}

  async #post(call: PreparedCall, signal: AbortSignal): Promise<ToolOutcome> {
    const prepared = preparedIn(call);
    if (!prepared) return failedOutcome('not_prepared', 'The call was not prepared. Repeat it.');
    try {
      const topic = await this.#topic(prepared.topicId);
      const judged = await topic.postPrepared(prepared.input, { signal, throwOnRejection: false });
      return verdictOutcome(judged);
    } catch (error) {
      return failureOutcome(error);
    }
  }

  async #prepareMessage(call: PreparedCall, signal: AbortSignal): Promise<PreparedInput> {
    const { topic_id: topicId, text, reply_to: replyTo } = sayArguments.parse(call.arguments);
    const topic = await this.#topic(topicId);
    const run = { run_id: call.runId, seq: call.logHead.seq, head: call.logHead.hash };
    const parent = replyTo === undefined ? undefined : (await entryAt(topic, replyTo))?.message;
    if (replyTo !== undefined && !parent)
      throw new Error(`entry ${replyTo} of ${topicId} is no message: read the topic again`);
    return topic.prepareMessage(text, {
      ...{ signal, meta: { run } },
      ...(parent === undefined ? {} : { replyTo: parent }),
    });
  }

  async #prepareRequest(call: PreparedCall, signal: AbortSignal): Promise<PreparedInput> {
    const { topic_id: topicId, type, payload } = requestArguments.parse(call.arguments);
    const topic = await this.#topic(topicId);
    return topic.prepareRequest(type, payload === undefined ? undefined : asJson(payload), { signal });
  }

  async #topic(topicId: string): Promise<Topic> {
    return (await this.#membership.home()).enterTopic(topicId);
  }
}

function describe({ name, description, schema, readOnly }: Tool): ToolDescription {
  return {
    name: `${prefix}${name}`,
    source: 'home',
    description,
    parameters: asJson(listedSchema(schema)['~standard'].jsonSchema.input({ target: 'draft-2020-12' })),
    aliases: [],
    risk: readOnly ? 'safe' : 'low',
    sideEffects: !readOnly,
    idempotent: readOnly,
    prepares: preparing.has(name),
    timeoutMs: name === 'wait' ? waitTimeoutMs : timeoutMs,
  };
}

/** Text of others is in each result but in those of writes, which have the platform's verdict alone. */
function toOutcome({ page, code, isError }: Answer, tool: Tool | undefined): ToolOutcome {
  const text = page.text();
  const isTainted = tool === undefined || tool.readOnly || tool.name === 'enter';
  const outcome: ToolOutcome = isError
    ? failedOutcome(code, text)
    : { status: 'ok', content: [{ type: 'text', text }], metadata: asJson({ code }) };
  return isTainted ? { ...outcome, tainted: true } : outcome;
}

function preparedIn({ prepared }: PreparedCall): { topicId: string; input: PreparedInput } | undefined {
  const parsed = preparedSchema.safeParse(prepared);
  if (!parsed.success) return undefined;
  const { topic_id: topicId, ...input } = parsed.data;
  return { topicId, input };
}
