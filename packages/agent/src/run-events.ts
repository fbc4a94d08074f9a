import type { KairoEvent } from '@agent-home/agent-runtime/run-log';
import type { JsonObject } from '@agent-home/protocol';
import type { RunResult } from './run-result.ts';

/** Part of a run in progress, in the order of its log. */
export type RunEvent =
  /** Piece of a text of the model. Texts that guardrails check have no pieces. */
  | { type: 'text'; text: string }
  /** Decision on a call. A call that a person approves has a second decision. */
  | {
      type: 'tool_call';
      callId: string;
      tool: string;
      arguments: JsonObject;
      decision: 'allow' | 'confirm' | 'deny';
      /** Reason unless the call is allowed. */
      code?: string;
    }
  /** Result of a call, or the reason why it was not made. */
  | {
      type: 'tool_result';
      callId: string;
      tool: string;
      text: string;
      error?: { code: string; message: string };
    }
  /** End of the run, or of its work until an approver has answered. */
  | { type: 'ended'; result: RunResult };

/** Returns a function that converts the records of one run to events, record by record. */
export function followEvents(): (record: Pick<KairoEvent, 'type' | 'data'>) => RunEvent | undefined {
  const calls = new Map<string, { tool: string; arguments: JsonObject }>();
  const guarded = new Set<string>();
  return ({ type, data }) => {
    switch (type) {
      case 'model.requested':
        if (data.guarded === true) guarded.add(String(data.model_call_id));
        return undefined;
      case 'model.delta':
        if (guarded.has(String(data.model_call_id))) return undefined;
        return { type: 'text', text: String(data.content) };
      case 'call.requested': {
        const { name, requested_name } = data;
        const tool = String(name === '' ? requested_name : name);
        calls.set(String(data.tool_call_id), { tool, arguments: data.arguments as JsonObject });
        return undefined;
      }
      case 'policy.decided': {
        const callId = String(data.tool_call_id);
        const call = calls.get(callId);
        if (data.action !== 'tool.call' || !call) return undefined;
        const decision = data.effect as 'allow' | 'confirm' | 'deny';
        const code = typeof data.code === 'string' ? { code: data.code } : {};
        return { type: 'tool_call', callId, ...call, decision, ...code };
      }
      case 'kairo.tool.result':
        return toResult(data, calls.get(String(data.toolCallId))?.tool ?? '');
      default:
        return undefined;
    }
  };
}

function toResult({ toolCallId, result }: JsonObject, tool: string): RunEvent {
  const { content, error } = result as {
    content: { text: string }[];
    error?: { code: string; message: string } | null;
  };
  return {
    type: 'tool_result',
    callId: String(toolCallId),
    tool,
    text: content.map(({ text }) => text).join('\n'),
    ...(error ? { error: { code: error.code, message: error.message } } : {}),
  };
}

/** Events of one run, stored until each reader has read them. A slow reader does not delay the run. */
export class EventStream implements AsyncIterable<RunEvent> {
  readonly #events: RunEvent[] = [];
  readonly #waiting = new Set<() => void>();
  #isClosed = false;

  add(event: RunEvent): void {
    this.#events.push(event);
    this.#notify();
  }

  close(): void {
    this.#isClosed = true;
    this.#notify();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RunEvent, void> {
    for (let index = 0; ; ) {
      const event = this.#events[index];
      if (event) {
        index++;
        yield event;
      } else if (this.#isClosed) return;
      else await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #notify(): void {
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }
}
