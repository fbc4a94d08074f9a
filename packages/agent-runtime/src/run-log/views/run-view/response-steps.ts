import type { RecordData } from '../../catalogue/catalogue.ts';
import type { ModelAttempt } from '../../catalogue/model-types.ts';
import type { RunRecord } from '../../record/run-record.ts';
import { toShownText } from './shown-text.ts';
import type { StepList } from './step-list.ts';
import type { StepOf } from './step-schema.ts';

/** Model requests with their responses. */
export class ResponseSteps {
  readonly #steps: StepList;
  readonly #begun = new Map<string, StepOf<'response'>>();
  #context: Pick<StepOf<'response'>, 'context'> = {};

  constructor(steps: StepList) {
    this.#steps = steps;
  }

  prepare({ context_cost: { estimated_tokens, limit } }: RecordData<'context.built'>): void {
    this.#context = { context: { tokens: estimated_tokens.total, limit } };
  }

  begin(data: RecordData<'model.requested'>, record: RunRecord): void {
    const { model_call_id: id, round, purpose, provider, model, guarded = false } = data;
    const step = this.#steps.add<'response'>(
      {
        kind: 'response',
        ...{ round, provider, model },
        ...(purpose === undefined ? this.#context : { purpose }),
        state: 'pending',
        text: { text: '' },
        is_withheld: guarded,
        failed_attempts: [],
      },
      record,
    );
    this.#begun.set(id, step);
  }

  extend({ model_call_id, content }: RecordData<'model.delta'>, { seq }: RunRecord): void {
    const step = this.#begun.get(model_call_id);
    if (!step) return;
    step.records.push(seq);
    const { text, whole } = step.text;
    step.text = whole === undefined ? toShownText(text + content) : { text, whole: whole + content.length };
  }

  /** Adds the record of an event of another runtime, whose text is in the list of records. */
  note({ model_call_id }: RecordData<'model.step'>, { seq }: RunRecord): void {
    this.#begun.get(model_call_id)?.records.push(seq);
  }

  finish(data: RecordData<'model.answered'>, { seq }: RunRecord): void {
    const step = this.#begun.get(data.model_call_id);
    if (!step) return;
    const { content, thought, provider, model, stop_reason, elapsed_ms, usage, attempts } = data;
    step.records.push(seq);
    Object.assign(step, {
      state: 'finished',
      ...{ provider, model, stop_reason, elapsed_ms, usage },
      text: toShownText(content),
      ...(thought === '' ? {} : { thought: toShownText(thought) }),
      failed_attempts: toFailures(attempts),
    } satisfies Partial<StepOf<'response'>>);
  }

  fail({ model_call_id, code, message, attempts }: RecordData<'model.failed'>, { seq }: RunRecord): void {
    const step = this.#begun.get(model_call_id);
    if (!step) return;
    step.records.push(seq);
    Object.assign(step, {
      state: 'failed',
      error: { code, message },
      failed_attempts: toFailures(attempts),
    } satisfies Partial<StepOf<'response'>>);
  }
}

function toFailures(attempts: readonly ModelAttempt[]): StepOf<'response'>['failed_attempts'] {
  return attempts
    .filter(({ ok }) => !ok)
    .map(({ model, settings_key, status, error_message }) => ({
      model: settings_key ?? model,
      ...(status === undefined ? {} : { status }),
      ...(error_message === undefined ? {} : { message: error_message }),
    }));
}
