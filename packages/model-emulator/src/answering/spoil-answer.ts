import type { Fault } from '../faults/fault-schema.ts';
import type { Answer, AnsweredCall } from './answer.ts';
import { withUsage } from './make-answer.ts';

/** Applies a fault to the content of a response. Transport faults do not change the content. */
export function spoilAnswer(answer: Answer, fault: Fault | undefined): Answer {
  const withCalls = (change: (call: AnsweredCall) => AnsweredCall[]) => ({
    ...answer,
    calls: answer.calls.flatMap(change),
  });
  switch (fault?.kind) {
    case 'brokenArguments':
      return withCalls((call) => [{ ...call, arguments: call.arguments.slice(0, -1) }]);
    case 'wrongToolName':
      return withCalls((call) => [{ ...call, name: fault.name }]);
    case 'callWithoutId':
      return withCalls(({ id: _, ...call }) => [call]);
    case 'sameCallId':
      return withCalls((call) => [call, call]);
    case 'emptyAnswer':
      return withUsage({ ...answer, thought: '', text: '', calls: [], stop: 'end' });
    case 'hugeAnswer':
      return withUsage({
        ...answer,
        text: 'x'.repeat(fault.bytes),
        chunk: 64 * 1024,
        calls: [],
        stop: 'end',
      });
    case 'slow':
      return { ...answer, delayMs: fault.delayMs, chunkDelayMs: fault.chunkDelayMs };
    default:
      return answer;
  }
}
