import type { RecordData } from '../../catalogue/catalogue.ts';
import type { RunRecord } from '../../record/run-record.ts';
import { toShownJson, toShownText } from './shown-text.ts';
import type { StepList } from './step-list.ts';
import type { StepOf } from './step-schema.ts';

/** Nodes of a graph with their branches, approvals and edges. */
export class GraphSteps {
  readonly #steps: StepList;
  readonly #nodes = new Map<string, StepOf<'node'>>();
  readonly #asked = new Map<string, StepOf<'node'>>();
  readonly #branches = new Map<string, StepOf<'branches'>>();

  constructor(steps: StepList) {
    this.#steps = steps;
  }

  begin({ node, visit, agent }: RecordData<'graph.node_started'>, record: RunRecord): void {
    const worker = agent === undefined ? {} : { worker: agent };
    const step = this.#steps.add<'node'>({ kind: 'node', node, visit, ...worker, state: 'running' }, record);
    this.#nodes.set(node, step);
  }

  end({ node, output }: RecordData<'graph.node_ended'>, { seq }: RunRecord): void {
    const step = this.#nodes.get(node);
    if (!step) return;
    step.records.push(seq);
    step.state = 'finished';
    if (output !== null) step.output = typeof output === 'string' ? toShownText(output) : toShownJson(output);
  }

  /** Returns false if the approval is not for a node. */
  request(data: RecordData<'approval.requested'>, { seq }: RunRecord): boolean {
    const { approval_id, node, required, expires_at } = data;
    const step = node === undefined ? undefined : this.#nodes.get(node);
    if (!step) return false;
    step.records.push(seq);
    step.approval = { required, expires_at };
    this.#asked.set(approval_id, step);
    return true;
  }

  /** Returns false if the approval is not for a node. */
  decide(data: RecordData<'approval.decided'>, { seq }: RunRecord): boolean {
    const { approval_id, decision, by, reason } = data;
    const step = this.#asked.get(approval_id);
    if (!step?.approval) return false;
    step.records.push(seq);
    step.approval = { ...step.approval, decision, by, reason };
    return true;
  }

  branch(data: RecordData<'graph.branches_started'>, record: RunRecord): void {
    const { node, visit, attempt, branches } = data;
    // Branches name their node, its visit and the attempt as the call that delegated them.
    const tool_call_id = `node_${node}_${visit}_${attempt}`;
    const shown = branches.map(({ id, agent }) => ({ id, agent }));
    const step = { kind: 'branches', node, attempt, tool_call_id, branches: shown } as const;
    this.#branches.set(node, this.#steps.add<'branches'>(step, record));
  }

  join({ node, results }: RecordData<'graph.branches_ended'>, { seq }: RunRecord): void {
    const step = this.#branches.get(node);
    if (!step) return;
    step.records.push(seq);
    step.branches = results.map(({ id, agent, run_id, status, code, head }) => ({
      ...{ id, agent, status },
      // Without a head there is no log.
      ...(head === undefined ? {} : { run_id }),
      ...(code === undefined ? {} : { code }),
    }));
  }

  leave({ from, to, condition, passed_by }: RecordData<'graph.edge_taken'>, record: RunRecord): void {
    const why = condition === undefined ? {} : { condition };
    this.#steps.add<'edge'>({ kind: 'edge', from, to, ...why, passed_by }, record);
  }
}
