import type { JsonObject } from '@agent-home/protocol';
import { RuntimeError } from '../errors/runtime-error.ts';
import type { RunRecord } from '../run-log/index.ts';
import { argumentsSha256 } from './arguments-sha256.ts';
import type { PreparedCall } from './prepared-call.ts';

/**
 * Permission to make one call, once, with exactly these arguments (spec bypassed-denies "The one door"). A ticket can only be
 * created from records of the log, so that a reference to a provider is not enough to make it act.
 */
export class CallTicket {
  readonly #callId: string;
  readonly #tool: string;
  readonly #argumentsSha256: string;
  #isOpen = false;

  private constructor(callId: string, tool: string, sha256: string) {
    this.#callId = callId;
    this.#tool = tool;
    this.#argumentsSha256 = sha256;
  }

  /** @throws RuntimeError `not_allowed` if the records do not allow the call */
  static from(decided: RunRecord, invoked: RunRecord): CallTicket {
    const decision = decided.data;
    const invocation = invoked.data;
    const agree =
      decided.type === 'policy.decided' &&
      invoked.type === 'kairo.tool.invoke' &&
      decision.effect === 'allow' &&
      decision.action === 'tool.call' &&
      decision.tool_call_id === invocation.toolCallId &&
      decision.tool === invocation.name &&
      decided.seq < invoked.seq &&
      decided.correlationId === invoked.correlationId;
    const sha256 = decision.arguments_sha256;
    if (!agree || typeof sha256 !== 'string' || sha256 !== argumentsSha256(invocation.args))
      throw new RuntimeError('not_allowed', `no decision allows ${String(invocation.name)}`);
    return new CallTicket(String(decision.tool_call_id), String(decision.tool), sha256);
  }

  /**
   * Returns the call with secrets in place of their handles, and a ticket for it; this ticket is spent. The decision covered the
   * call with the handles, so only values that are entirely a handle are replaced.
   * @throws RuntimeError `ticket_spent`, `ticket_mismatch`
   */
  exchange(
    call: PreparedCall,
    values: ReadonlyMap<string, string>,
  ): { ticket: CallTicket; call: PreparedCall } {
    this.open(call);
    for (const handle of values.keys())
      if (!handle.startsWith('vault://'))
        throw new RuntimeError('ticket_mismatch', `${handle} is not the handle of a secret`);
    const filled = { ...call, arguments: filledIn(call.arguments, values) };
    const sha256 = argumentsSha256(filled.arguments);
    return { ticket: new CallTicket(this.#callId, this.#tool, sha256), call: filled };
  }

  /**
   * Returns a factory of tickets for attempts at the same call; this ticket is spent. A tool that is idempotent, or that certainly
   * did not begin, may be retried (spec tool-bindings "Attempts").
   * @throws RuntimeError `ticket_spent`, `ticket_mismatch`
   */
  forAttempts(call: PreparedCall): () => CallTicket {
    this.open(call);
    return () => new CallTicket(this.#callId, this.#tool, this.#argumentsSha256);
  }

  /** @throws RuntimeError `ticket_spent`, `ticket_mismatch` */
  open(call: PreparedCall): void {
    if (this.#isOpen) throw new RuntimeError('ticket_spent', `the ticket of ${this.#callId} was used`);
    const fits =
      call.callId === this.#callId &&
      call.tool === this.#tool &&
      argumentsSha256(call.arguments) === this.#argumentsSha256;
    if (!fits)
      throw new RuntimeError('ticket_mismatch', `the ticket is for another call than ${call.callId}`);
    this.#isOpen = true;
  }
}

function filledIn(values: JsonObject, secrets: ReadonlyMap<string, string>): JsonObject {
  // Copied, so that a provider's changes cannot reach the run.
  return JSON.parse(JSON.stringify(values), (_, value: unknown) =>
    typeof value === 'string' ? (secrets.get(value) ?? value) : value,
  ) as JsonObject;
}
