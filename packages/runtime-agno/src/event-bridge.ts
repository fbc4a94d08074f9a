import {
  NonsenseAnswerError,
  OutsideGatewayError,
  ProviderError,
  type ReadAnswer,
  refusedByEndpoint,
} from '@agent-home/runtime-node';
import { type PausedCall, pausedCalls, withoutRepeated } from './tool-bridge.ts';
import { type AgnoEvent, eventSchema } from './wire.ts';

/** Maximum characters of an event's text in the log of the process. */
const mostDetail = 200;

/** Effect of an event: text for the reader, or a step that has no place in the response. */
export interface Bridged {
  text?: string;
  step?: { event: string; detail: string };
}

/** Response of a run that has ended or paused. */
export interface BridgedAnswer {
  runId: string;
  isPaused: boolean;
  answer: ReadAnswer;
  /** Calls as agno lists them: one sent twice is there twice. */
  calls: readonly PausedCall[];
}

const silent = new Set([
  'RunStarted',
  'RunContinued',
  'RunContentCompleted',
  'ModelRequestStarted',
  'RunCompleted',
  'RunPaused',
]);

/** S1-12. */
const stopReasons: Partial<Record<string, string>> = {
  stop: 'end_turn',
  tool_calls: 'tool_use',
  length: 'max_tokens',
  content_filter: 'content-filter',
};

/** Turns the events of one request into a model's response. */
export class EventBridge {
  #content = '';
  #thought = '';
  #finish = '';
  #input: number | undefined;
  #output: number | undefined;
  #runId: string | undefined;
  #ended: 'paused' | 'completed' | undefined;
  #calls: ReadAnswer['tool_calls'] = [];
  readonly #executed: ReadonlySet<string>;
  readonly #url: string;

  /** @param executed agno's ids of the calls whose results were sent; @param url address of the model, for errors */
  constructor(executed: ReadonlySet<string>, url: string) {
    this.#executed = executed;
    this.#url = url;
  }

  get runId(): string | undefined {
    return this.#runId;
  }

  /**
   * @throws OutsideGatewayError for a tool that agno executed; the failure that ended the run; NonsenseAnswerError for an event of
   * another form
   */
  accept(data: unknown): Bridged {
    const parsed = eventSchema.safeParse(data);
    if (!parsed.success) throw new NonsenseAnswerError('agno sent an event of an unknown form');
    const event = parsed.data;
    this.#runId ??= event.run_id ?? undefined;
    switch (event.event) {
      case 'RunContent':
        return this.#addContent(event);
      case 'ReasoningContentDelta':
        this.#thought += event.reasoning_content ?? '';
        return {};
      case 'ModelRequestCompleted':
        this.#input = sum(this.#input, event.input_tokens);
        this.#output = sum(this.#output, event.output_tokens);
        return {};
      case 'ToolCallStarted':
      case 'ToolCallCompleted':
      case 'ToolCallError':
        return this.#requireExecuted(event);
      case 'RunPaused':
        this.#calls = pausedCalls(event.tools ?? []);
        this.#ended = 'paused';
        return {};
      case 'RunCompleted':
        this.#ended = 'completed';
        return {};
      case 'RunCancelled':
        throw new ProviderError('the run was cancelled at its server', 'forbidden');
      case 'RunError':
        throw toFailure(event, this.#url);
      default:
        return silent.has(event.event)
          ? {}
          : { step: { event: event.event, detail: toText(event.content).slice(0, mostDetail) } };
    }
  }

  /** @throws ProviderError, NonsenseAnswerError if the stream ended before the run did */
  end(): BridgedAnswer {
    if (this.#runId === undefined || this.#ended === undefined)
      throw new ProviderError('the stream of agno ended before the run did', '');
    if (this.#ended === 'paused' && this.#calls.length === 0)
      throw new NonsenseAnswerError('agno paused a run without calls');
    return {
      runId: this.#runId,
      isPaused: this.#ended === 'paused',
      calls: this.#calls,
      answer: {
        content: this.#content.toWellFormed(),
        thought: this.#thought.toWellFormed(),
        tool_calls: withoutRepeated(this.#calls),
        stop_reason: stopReasons[this.#finish] ?? (this.#finish || 'other'),
        reported: {
          input: this.#input,
          output: this.#output,
          cacheRead: undefined,
          cacheWrite: undefined,
        },
      },
    };
  }

  #addContent(event: AgnoEvent): Bridged {
    const text = typeof event.content === 'string' ? event.content : '';
    this.#content += text;
    this.#thought += event.reasoning_content ?? '';
    this.#finish = event.model_provider_data?.finish_reason ?? this.#finish;
    return text === '' ? {} : { text };
  }

  #requireExecuted({ tool }: AgnoEvent): Bridged {
    if (this.#executed.has(tool?.tool_call_id ?? '')) return {};
    throw new OutsideGatewayError(`agno executed ${tool?.tool_name ?? 'a tool'} itself`);
  }
}

function sum(before: number | undefined, tokens: number | null | undefined): number | undefined {
  return typeof tokens === 'number' ? (before ?? 0) + tokens : before;
}

function toText(content: unknown): string {
  return typeof content === 'string' ? content : '';
}

/** Returns the failure of a run, by the code that the program put into its type: `agent_home|CODE|STATUS|RETRY_AFTER`. */
function toFailure({ content, error_type: type }: AgnoEvent, url: string): Error {
  const message = toText(content);
  const [own, code, status, retryAfter] = (type ?? '').split('|');
  if (own !== 'agent_home') return new NonsenseAnswerError(`agno failed: ${message}`);
  if (code === 'tool_outside_gateway') return new OutsideGatewayError(message);
  if (code === 'model_timeout') return new DOMException(message, 'TimeoutError');
  if (code === 'model_unavailable') return new ProviderError(message, '');
  const known = Number(status || Number.NaN);
  return known > 0
    ? refusedByEndpoint({ url, status: known, message, retryAfter: retryAfter || undefined })
    : new NonsenseAnswerError(message);
}
