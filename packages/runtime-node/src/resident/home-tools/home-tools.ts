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
import type { JsonObject } from '@agent-home/protocol';
import { type PreparedInput, readUntrusted, type SayOptions, type Topic } from '@agent-home/sdk';
import { homeToolDescriptions } from './descriptions.ts';
import { preparedInputSchema } from './prepared-input.ts';
import { failureOutcome, verdictOutcome } from './verdict-outcome.ts';

const defaultTokens = 2_000;

/** Members of a topic that a resident's tools use. */
export type TopicForTools = Pick<
  Topic,
  'topicId' | 'context' | 'prepareMessage' | 'prepareRequest' | 'postPrepared' | 'verdictOn'
>;

/**
 * The home's own tools for one topic. A message is prepared first (key and signed bytes) and recorded, so that it is in the
 * ledger exactly once after a crash of any process (spec doubled-effects "Once").
 */
export class HomeTools implements ToolProvider {
  readonly source = 'home';
  readonly #topic: TopicForTools;

  constructor(topic: TopicForTools) {
    this.#topic = topic;
  }

  async tools(): Promise<ToolDescription[]> {
    return [...homeToolDescriptions];
  }

  /**
   * Every message refers to its run and to the head of the run's log. It is signed with that reference, which discloses no more of
   * the log.
   */
  async prepare(call: PreparedCall, { signal }: CallContext): Promise<JsonObject> {
    const { topicId } = this.#topic;
    const prepared = await this.#prepared(call, signal);
    return { topic_id: topicId, ...prepared };
  }

  async settle(call: PreparedCall, { signal }: CallContext): Promise<Settlement> {
    const prepared = preparedIn(call);
    // Without prepared data, no object was put.
    if (!prepared) return { state: 'not_done' };
    const judged = await this.#topic.verdictOn(prepared, signal);
    // Without a verdict, the same bytes are put at the same key again; they are judged once.
    return judged ? { state: 'done', outcome: verdictOutcome(judged) } : { state: 'not_done' };
  }

  async invoke(ticket: CallTicket, call: PreparedCall, { signal }: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    try {
      if (call.tool === 'home.read') return await this.#read(call, signal);
      const prepared = preparedIn(call);
      if (!prepared) return failedOutcome('not_prepared', 'The call was not prepared. Repeat it.');
      const options: SayOptions = { signal, throwOnRejection: false };
      return verdictOutcome(await this.#topic.postPrepared(prepared, options));
    } catch (error) {
      return failureOutcome(error);
    }
  }

  async close(): Promise<void> {}

  async #read(
    { arguments: { max_tokens: wished } }: PreparedCall,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    signal.throwIfAborted();
    const maxTokens = typeof wished === 'number' ? wished : defaultTokens;
    const context = await this.#topic.context({ maxTokens });
    return {
      status: 'ok',
      content: [{ type: 'text', text: readUntrusted(context.text) }],
      metadata: {
        topic_id: this.#topic.topicId,
        ledger: { sequence: context.ledger.sequence, hash: context.ledger.hash },
        messages: context.messages.length,
      },
      tainted: true,
    };
  }

  async #prepared(call: PreparedCall, signal: AbortSignal): Promise<PreparedInput> {
    const { text, type, payload } = call.arguments;
    const run = { run_id: call.runId, seq: call.logHead.seq, head: call.logHead.hash };
    if (call.tool === 'home.say') return this.#topic.prepareMessage(String(text), { signal, meta: { run } });
    const asked = typeof payload === 'object' && payload !== null ? (payload as JsonObject) : undefined;
    return this.#topic.prepareRequest(String(type), asked, { signal });
  }
}

function preparedIn({ prepared }: PreparedCall): PreparedInput | undefined {
  if (prepared === undefined) return undefined;
  const { topic_id: _, ...input } = prepared;
  return preparedInputSchema.safeParse(input).data;
}
