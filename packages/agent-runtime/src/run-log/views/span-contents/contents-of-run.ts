import type { JsonObject, JsonValue } from '@agent-home/protocol';
import type { RecordData, RecordType } from '../../catalogue/catalogue.ts';
import type { PinnedGuardrail } from '../../catalogue/guardrail-types.ts';
import type { RunRecord } from '../../record/run-record.ts';
import { fitJson } from './fit-json.ts';
import {
  type CleanText,
  type ContentMessage,
  cleanValue,
  describeOutcome,
  responseMessage,
  resultMessage,
  textPart,
  userMessage,
} from './message-parts.ts';

/** Attributes of a span with texts, by their names in OpenTelemetry's semantic conventions for generative AI. */
export type SpanContents = Record<string, string>;

type Handlers = { [Type in RecordType]?: (data: RecordData<Type>, seq: number) => void };

/** Beginning of a span. */
interface Begun {
  seq: number;
}

/**
 * Returns the texts of each span by the `seq` of the record that begins it. A text that a guardrail withheld, or has not passed yet, is
 * left out.
 * @param records verified, with attachments inserted
 */
export function contentsOfRun(
  records: readonly RunRecord[],
  clean: CleanText,
): ReadonlyMap<number, SpanContents> {
  const contents = new ContentsOfRun(records, clean);
  for (const record of records) contents.take(record);
  return contents.bySpan;
}

class ContentsOfRun {
  readonly bySpan = new Map<number, SpanContents>();
  readonly #clean: CleanText;
  readonly #isInputPassed: boolean;
  readonly #handlers: Handlers;
  /** System prompt of each leg by its number. */
  readonly #prompts: string[] = [];
  #prompt = '';
  /** Messages to the model since its previous response. */
  #news: ContentMessage[] = [];
  /** Latest response of the conversation that no guardrail checks. */
  #response: { seq: number; message: ContentMessage } | undefined;
  #root: Begun | undefined;
  readonly #intents = new Map<string, Begun>();
  /** Calls without a response or result yet, by id: where their span begins. */
  readonly #models = new Map<string, { seq: number; isGuarded: boolean; isSide: boolean }>();
  readonly #tools = new Map<string, number>();

  constructor(records: readonly RunRecord[], clean: CleanText) {
    this.#clean = clean;
    this.#isInputPassed = isInputPassed(records);
    this.#handlers = this.#createHandlers();
  }

  take({ type, data, seq }: RunRecord): void {
    // `verifyData` has checked that the data match the type; the type system cannot express it.
    const handle = this.#handlers[type as RecordType] as ((data: unknown, seq: number) => void) | undefined;
    handle?.(data, seq);
  }

  #createHandlers(): Handlers {
    return {
      'run.started': ({ system_prompt }, seq) => {
        this.#prompts[0] = system_prompt;
        this.#prompt = system_prompt;
        this.#root = { seq };
      },
      'run.leg_started': ({ leg, pinned }) => {
        this.#prompts[leg] = pinned.system_prompt;
        this.#prompt = pinned.system_prompt;
      },
      'run.leg_resumed': ({ leg, pinned_in }) => {
        this.#prompt = this.#prompts[pinned_in] ?? '';
        this.#prompts[leg] = this.#prompt;
      },
      'kairo.user.message': ({ text, media }) => {
        if (!this.#isInputPassed) return;
        const input = userMessage(this.#clean(text), media);
        this.#news = [input];
        if (this.#root) this.#add(this.#root.seq, 'gen_ai.input.messages', [input]);
      },
      'kairo.intent.started': (data, seq) => this.#beginIntent(data, seq),
      'kairo.intent.ended': ({ intentId, result }) => {
        const begun = this.#intents.get(intentId);
        if (begun && typeof result.answer === 'string') this.#addAnswer(begun.seq, result.answer);
      },
      'run.ended': ({ answer }) => {
        if (this.#root) this.#addAnswer(this.#root.seq, answer);
      },
      'model.requested': (data, seq) => this.#request(data, seq),
      'model.answered': (data) => {
        const model = this.#models.get(data.model_call_id);
        if (!model) return;
        this.#models.delete(data.model_call_id);
        if (!model.isSide) this.#news = [];
        const message = model.isGuarded ? undefined : responseMessage(data, this.#clean);
        if (message) this.#add(model.seq, 'gen_ai.output.messages', [message]);
        if (!model.isSide) this.#response = message && { seq: model.seq, message };
      },
      'call.requested': ({ tool_call_id }) => this.#nameCall(tool_call_id),
      'kairo.tool.invoke': ({ toolCallId, args }, seq) => {
        this.#tools.set(toolCallId, seq);
        this.#add(seq, 'gen_ai.tool.call.arguments', cleanValue(args, this.#clean));
      },
      'kairo.tool.result': ({ toolCallId, result }) => {
        this.#news.push(resultMessage(toolCallId, result, this.#clean));
        const seq = this.#tools.get(toolCallId);
        this.#tools.delete(toolCallId);
        if (seq === undefined) return;
        const { files, ...outcome } = describeOutcome(result, this.#clean);
        const shown = { ...outcome, ...(files.length === 0 ? {} : { files }) };
        this.#add(seq, 'gen_ai.tool.call.result', shown);
      },
    };
  }

  /** The first intent is the run itself; the message of each later one is the only new one for its agent. */
  #beginIntent({ intentId, query }: RecordData<'kairo.intent.started'>, seq: number): void {
    if (this.#intents.size === 0 && this.#root) {
      this.#intents.set(intentId, this.#root);
      return;
    }
    const input = userMessage(this.#clean(query));
    this.#news = [input];
    this.#intents.set(intentId, { seq });
    this.#add(seq, 'gen_ai.input.messages', [input]);
  }

  #request({ model_call_id, purpose, guarded }: RecordData<'model.requested'>, seq: number): void {
    const isSide = purpose !== undefined;
    this.#models.set(model_call_id, { seq, isGuarded: guarded === true, isSide });
    // The log does not have the request of a step outside of the conversation.
    if (isSide) return;
    if (this.#prompt !== '')
      this.#add(seq, 'gen_ai.system_instructions', [textPart(this.#clean(this.#prompt))]);
    if (this.#news.length > 0) this.#add(seq, 'gen_ai.input.messages', this.#news);
  }

  /** Gives a call of the latest response the runtime's id, which ends with its position, as its result and its span have it. */
  #nameCall(id: string): void {
    if (!this.#response) return;
    const { seq, message } = this.#response;
    const index = Number(/_(\d+)$/.exec(id)?.[1]);
    const at = message.parts.findIndex(({ type }) => type === 'tool_call') + index;
    const call = message.parts[at];
    if (call?.type !== 'tool_call') return;
    const named = { ...message, parts: message.parts.with(at, { ...call, id }) };
    this.#response = { seq, message: named };
    this.#add(seq, 'gen_ai.output.messages', [named]);
  }

  #addAnswer(seq: number, answer: string): void {
    if (answer === '') return;
    const parts = [textPart(this.#clean(answer))];
    this.#add(seq, 'gen_ai.output.messages', [{ role: 'assistant', parts, finish_reason: 'stop' }]);
  }

  #add(seq: number, name: string, value: JsonValue): void {
    this.bySpan.set(seq, { ...this.bySpan.get(seq), [name]: fitJson(value) });
  }
}

/** True if every guardrail on the run's message has passed it; a model may work on it earlier. */
function isInputPassed(records: readonly RunRecord[]): boolean {
  const [first] = records;
  const { guardrails = [] } = (first?.data ?? {}) as { guardrails?: PinnedGuardrail[] };
  const wanted = new Set(guardrails.filter(({ on }) => on === 'input').map(({ name }) => name));
  const checks = records
    .filter(({ type, data }) => type === 'guardrail.checked' && data.on === 'input')
    .map(({ data }) => data as JsonObject);
  for (const { name, passed } of checks) {
    if (passed !== true) return false;
    wanted.delete(String(name));
  }
  return wanted.size === 0;
}
