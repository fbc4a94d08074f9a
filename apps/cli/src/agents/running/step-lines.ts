import type {
  CallOutcome,
  CallRequested,
  FollowedRecord,
  PolicyDecided,
  RecordData,
  RunEnded,
} from '@agent-home/agent-runtime/run-log';
import { type JsonValue, shownText } from '@agent-home/protocol';
import { faint, mark } from '../../terminal/colours.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { countColumns, wrapLine } from '../../terminal/wrap-line.ts';
import { endLine } from '../runs/describe-ends.ts';
import { RunPrinter } from '../runs/run-printer.ts';

/** Records that `RunPrinter` describes and that are steps for a user. Calls and the end have lines of their own. */
const steps = new Set([
  'memory.unavailable',
  'model.failed',
  'context.compacted',
  'run.timed_out',
  'run.cancel_requested',
  'handoff.requested',
  'handoff.refused',
  'run.leg_unavailable',
  'graph.node_started',
  'call.unsettled',
]);

/** Arguments that identify a call, the first one present. */
const telling = ['command', 'path', 'pattern', 'url', 'query', 'name', 'message', 'text'];

/** Tool whose result is the plan of the agent, which is printed whole. */
const planning = 'todo_write';

interface Call {
  tool: string;
  /** Tool with the argument that identifies the call. */
  title: string;
  decision?: { effect: PolicyDecided['effect']; risk?: string; code?: string };
  approvedBy?: string;
  elapsedMs?: number;
}

/** Prints a run as one line per step: each call with its decision, its duration and its failure. */
export class StepLines {
  readonly #printer = new RunPrinter();
  readonly #calls = new Map<string, Call>();
  /** Tool call by approval, since the answer has only the id of the approval. */
  readonly #approvals = new Map<string, string>();
  readonly #width: number;
  /** True after a reply of a person, which the next resumption follows at once. */
  #isAnswered = false;
  /** Ids of the last recalled entries: each round recalls, and the same entries are reported once. */
  #recalled = '';

  /** @param width columns of a line, at least 40 */
  constructor(width: number) {
    this.#width = Math.max(40, width);
  }

  tell(record: FollowedRecord): string[] {
    return this.#describe(record).flatMap((line) => wrapLine(line, this.#width));
  }

  #describe({ type, time, data }: FollowedRecord): string[] {
    const lines = this.#printer.tell({ type, time, data });
    switch (type) {
      case 'call.requested':
        this.#onRequest(data as unknown as CallRequested);
        return [];
      case 'policy.decided':
        this.#onDecision(data as unknown as PolicyDecided);
        return [];
      case 'approval.requested':
        this.#approvals.set(String(data.approval_id), String(data.tool_call_id));
        return [];
      case 'call.answered':
        this.#isAnswered = true;
        return [];
      case 'run.resumed':
        return this.#onResumption(lines);
      case 'approval.decided':
        this.#isAnswered = true;
        this.#onApproval(data as unknown as RecordData<'approval.decided'>);
        return [];
      case 'call.finished': {
        const call = this.#calls.get(String(data.tool_call_id));
        if (call) call.elapsedMs = Number(data.elapsed_ms);
        return [];
      }
      case 'kairo.tool.result':
        return this.#onResult(data as unknown as RecordData<'kairo.tool.result'>);
      case 'memory.recalled':
        return this.#isRecalledAgain(data as unknown as RecordData<'memory.recalled'>)
          ? []
          : lines.map(trimmed);
      case 'guardrail.checked':
        return data.passed === true ? [] : lines.map((line) => line.trim());
      case 'run.ended':
        return this.#onEnd(data as unknown as RunEnded);
      default:
        return steps.has(type)
          ? lines
              .filter((line) => line.trim() !== '')
              .slice(0, 1)
              .map(trimmed)
          : [];
    }
  }

  /** Returns the line of a call that has not ended yet. */
  describeRunning(callId: string): string | undefined {
    const call = this.#calls.get(callId);
    return call && `… ${call.title} ${faint('running')}`;
  }

  #onRequest({ tool_call_id, name, requested_name, arguments: args }: CallRequested): void {
    const tool = shownText(name) || JSON.stringify(preview(requested_name, 40));
    // Leaves room for the decision and the duration.
    const room = this.#width - tool.length - 36;
    const about = room < 8 || name === planning ? '' : getSubject(args, room);
    this.#calls.set(tool_call_id, { tool: name, title: about === '' ? tool : `${tool} ${about}` });
  }

  #isRecalledAgain({ entries }: RecordData<'memory.recalled'>): boolean {
    const before = this.#recalled;
    this.#recalled = entries.map(({ id }) => id).join(' ');
    return this.#recalled === before;
  }

  #onDecision({ action, tool_call_id = '', effect, risk, code }: PolicyDecided): void {
    const call = this.#calls.get(tool_call_id);
    if (action !== 'tool.call' || !call) return;
    call.decision = {
      effect,
      ...(risk === undefined ? {} : { risk }),
      ...(code === undefined ? {} : { code }),
    };
  }

  #onApproval({ approval_id, decision, by }: RecordData<'approval.decided'>): void {
    const call = this.#calls.get(this.#approvals.get(approval_id) ?? '');
    if (!call || decision !== 'approve') return;
    call.approvedBy = by.kind === 'person' ? by.name : by.kind;
  }

  /** The user who has just replied needs no line about it. */
  #onResumption(lines: readonly string[]): string[] {
    const isAnswered = this.#isAnswered;
    this.#isAnswered = false;
    return isAnswered ? [] : lines.slice(0, 1).map(trimmed);
  }

  #onResult({ toolCallId, result }: RecordData<'kairo.tool.result'>): string[] {
    const call = this.#calls.get(toolCallId);
    if (!call) return [];
    this.#calls.delete(toolCallId);
    const { status, error, content } = result as CallOutcome;
    const took = call.elapsedMs === undefined ? '' : ` ${formatDuration(call.elapsedMs)}`;
    const why = error ? ` [${shownText(error.code)}]` : '';
    const how = faint(`${describeDecision(call)}${took}`);
    const line = `${mark(status === 'ok' ? '✔' : '✘')} ${call.title}  ${how}${why}`;
    // A denied or failed call has its reason on the same line, as far as there is room.
    const room = this.#width - call.title.length - 30 - why.length;
    const plan = call.tool === planning && status === 'ok' ? content : [];
    return [
      error && room >= 20 ? `${line} ${cut(error.message, room)}` : line,
      ...plan.flatMap(({ text }) => text.split('\n').map((task) => `  ${cut(task, this.#width - 2)}`)),
    ];
  }

  #onEnd({ status, code, message, usage }: RunEnded): string[] {
    const why = message === undefined ? [] : [shownText(message)];
    return [...why, endLine(status, code, usage)];
  }
}

function describeDecision({ decision, approvedBy }: Call): string {
  if (!decision) return 'refused';
  const { effect, risk } = decision;
  const level = risk === undefined ? '' : ` (${shownText(risk)})`;
  if (approvedBy !== undefined)
    return `approved${approvedBy === '' ? '' : ` by ${preview(approvedBy, 20)}`}${level}`;
  return `${effect === 'allow' ? 'allowed' : effect === 'deny' ? 'denied' : 'not approved'}${level}`;
}

/** Returns the argument that identifies a call on one line; otherwise all of them as JSON. */
function getSubject(args: JsonValue, length: number): string {
  const members = new Map(typeof args === 'object' && args !== null ? Object.entries(args) : []);
  const agents = agentsOfTasks(members.get('tasks'));
  if (agents.length > 0) return cut(agents.join(', '), length);
  const value = telling.map((name) => members.get(name)).find((each) => typeof each === 'string');
  if (members.size === 0) return '';
  return cut(typeof value === 'string' ? value : JSON.stringify(args), length);
}

/** Returns the agents of a call of `delegate`. */
function agentsOfTasks(tasks: JsonValue | undefined): string[] {
  if (!Array.isArray(tasks)) return [];
  return tasks.flatMap((task: JsonValue) =>
    typeof task === 'object' && task !== null && 'agent' in task && typeof task.agent === 'string'
      ? [task.agent]
      : [],
  );
}

/** Returns the first line of a text, cut to a number of columns. */
function cut(text: string, columns: number): string {
  const [first = '', ...more] = text.split('\n');
  const shown = shownText(first.slice(0, columns * 8));
  let kept = '';
  let used = 0;
  for (const character of shown) {
    used += countColumns(character);
    if (used > columns - 1) return `${kept}…`;
    kept += character;
  }
  return more.length > 0 || first.length > columns * 8 ? `${kept}…` : kept;
}

function trimmed(line: string): string {
  return line.trim();
}

/** Returns `38 ms`, `1.2 s` or `3 min 5 s`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  const seconds = milliseconds / 1_000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
