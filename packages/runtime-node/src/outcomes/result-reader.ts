import {
  type CallContext,
  type CallTicket,
  describeReadResult,
  failedOutcome,
  type PreparedCall,
  partOfResult,
  type Settlement,
  type ToolDescription,
  type ToolOutcome,
  type ToolProvider,
} from '@agent-home/agent-runtime';
import { z } from 'zod';

const argumentsSchema = z.object({
  call_id: z.string(),
  offset: z.int().min(0).optional(),
  limit: z.int().min(1).optional(),
});

/** The tool `read_result`, which reads results of the running leg from any offset. It accesses the log only. */
export class ResultReader implements ToolProvider {
  readonly source = 'native';

  async tools(): Promise<ToolDescription[]> {
    return [describeReadResult()];
  }

  async settle(): Promise<Settlement> {
    return { state: 'not_done' };
  }

  async invoke(ticket: CallTicket, call: PreparedCall, { getResult }: CallContext): Promise<ToolOutcome> {
    ticket.open(call);
    const { call_id: callId, offset, limit } = argumentsSchema.parse(call.arguments);
    const whole = getResult?.(callId);
    if (whole === undefined)
      return failedOutcome(
        'unknown_result',
        'no call of this run has the id: copy call_id from the note at the cut',
      );
    const text = partOfResult(whole, {
      ...(offset === undefined ? {} : { offset }),
      ...(limit === undefined ? {} : { limit }),
    });
    if (text === undefined)
      return failedOutcome(
        'offset_too_large',
        `the result has only ${whole.length} characters: use a smaller offset`,
      );
    return { status: 'ok', content: [{ type: 'text', text }], metadata: { characters: whole.length } };
  }

  async close(): Promise<void> {}
}
