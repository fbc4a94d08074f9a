import { z } from 'zod';
import type { RecordData } from '../../catalogue/catalogue.ts';
import { delegateTool } from '../../catalogue/delegation-types.ts';
import type { RunRecord } from '../../record/run-record.ts';
import { toShownJson, toShownText } from './shown-text.ts';
import type { StepList } from './step-list.ts';
import type { StepOf } from './step-schema.ts';

const delegatedSchema = z.object({ runs: z.array(z.object({ run_id: z.string(), agent: z.string() })) });

/** Tool calls with their decisions, approvals and results. */
export class CallSteps {
  readonly #steps: StepList;
  readonly #begun = new Map<string, StepOf<'call'>>();
  /** Calls by the id of their approval or question. */
  readonly #asked = new Map<string, StepOf<'call'>>();

  constructor(steps: StepList) {
    this.#steps = steps;
  }

  request(data: RecordData<'call.requested'>, record: RunRecord): void {
    const { tool_call_id, requested_name, name: tool, name_resolution, arguments_raw } = data;
    const { arguments_repaired, arguments_mended, schema_errors = [], problem } = data;
    const mended = arguments_repaired ? 'model' : arguments_mended ? 'syntax' : undefined;
    const isRaw = arguments_raw !== undefined && mended === undefined;
    const step = this.#steps.add<'call'>(
      {
        kind: 'call',
        ...{ tool_call_id, tool, requested_name, name_resolution },
        arguments: isRaw ? toShownText(arguments_raw) : toShownJson(data.arguments),
        ...(mended === undefined ? {} : { mended }),
        problems: [...schema_errors, ...(problem === undefined ? [] : [problem])],
        state: 'requested',
        decisions: [],
        is_tainted: false,
        runs: [],
      },
      record,
    );
    this.#begun.set(tool_call_id, step);
  }

  /** Returns false if the decision is not about a call. */
  decide(data: RecordData<'policy.decided'>, { seq }: RunRecord): boolean {
    const { effect, code, risk, rules, tool_call_id = '' } = data;
    const step = this.#find(tool_call_id, seq);
    if (!step) return false;
    step.decisions.push({
      effect,
      rules,
      ...(code === undefined ? {} : { code }),
      ...(risk === undefined ? {} : { risk }),
    });
    if (effect === 'deny') step.state = 'refused';
    return true;
  }

  requestApproval(data: RecordData<'approval.requested'>, { seq }: RunRecord): void {
    const step = this.#find(data.tool_call_id, seq);
    if (!step) return;
    const { approval_id, required, expires_at } = data;
    this.#asked.set(approval_id, step);
    step.approval = { required, expires_at };
    step.state = 'waiting';
  }

  decideApproval(data: RecordData<'approval.decided'>, { seq }: RunRecord): void {
    const step = this.#asked.get(data.approval_id);
    if (!step?.approval) return;
    const { decision, by, reason } = data;
    step.records.push(seq);
    step.approval = { ...step.approval, decision, by, reason };
    step.state = decision === 'approve' ? 'requested' : 'refused';
  }

  question({ question_id, tool_call_id }: RecordData<'call.questioned'>, { seq }: RunRecord): void {
    const step = this.#find(tool_call_id, seq);
    if (!step) return;
    this.#asked.set(question_id, step);
    step.settlement = {};
    step.state = 'waiting';
  }

  settle({ question_id, answer }: RecordData<'call.answered'>, { seq }: RunRecord): void {
    const step = this.#asked.get(question_id);
    if (!step) return;
    step.records.push(seq);
    step.settlement = { reply: answer };
    step.state = 'requested';
  }

  /** Adds a record of a call that shows nothing of its own. */
  note(callId: string, { seq }: RunRecord): void {
    this.#find(callId, seq);
  }

  invoke(callId: string, { seq }: RunRecord): void {
    const step = this.#find(callId, seq);
    if (step) step.state = 'running';
  }

  finish({ tool_call_id, elapsed_ms, outcome }: RecordData<'call.finished'>, { seq }: RunRecord): void {
    const step = this.#find(tool_call_id, seq);
    if (!step) return;
    step.elapsed_ms = elapsed_ms;
    // Another tool must not pass runs off as its own.
    if (step.tool !== delegateTool) return;
    const runs = delegatedSchema.safeParse(outcome.metadata).data?.runs ?? [];
    step.runs = runs.map(({ run_id, agent }) => ({ run_id, agent }));
  }

  end({ toolCallId, result, isError }: RecordData<'kairo.tool.result'>, { seq }: RunRecord): void {
    const step = this.#find(toolCallId, seq);
    if (!step) return;
    const { content, error, tainted } = result;
    const text = content.map((part) => part.text).join('\n');
    if (text !== '') step.result = toShownText(text);
    if (error) step.error = error;
    step.is_tainted = tainted === true;
    // The result of a refused call is the refusal.
    if (step.state !== 'refused') step.state = isError ? 'error' : 'ok';
  }

  /** Ends calls that the end of the run left without a result. */
  close(): void {
    for (const step of this.#begun.values())
      if (step.state === 'requested' || step.state === 'running' || step.state === 'waiting')
        step.state = 'error';
  }

  #find(callId: string, seq: number): StepOf<'call'> | undefined {
    const step = this.#begun.get(callId);
    step?.records.push(seq);
    return step;
  }
}
