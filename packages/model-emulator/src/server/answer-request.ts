import { findAnswer } from '../answering/find-answer.ts';
import { spoilAnswer } from '../answering/spoil-answer.ts';
import type { FaultQueue } from '../control/fault-orders.ts';
import { collectFacts } from '../conversation/facts.ts';
import type { Fault } from '../faults/fault-schema.ts';
import type { JournalEntry } from '../journal/journal.ts';
import type { Scripts } from '../scripts/load-scripts.ts';
import { parseBody } from '../wire/parse-body.ts';
import type { Wire, WirePath } from '../wire/wire.ts';
import { toWireError, WireError } from '../wire/wire-error.ts';
import type { Delivery } from './deliver.ts';

type Trace = Partial<JournalEntry>;

/**
 * Handles a request, and records facts about it in the trace.
 * @throws WireError
 */
export function answerRequest(
  bytes: Buffer,
  {
    wire,
    path,
    scripts,
    faults,
    trace,
  }: { wire: Wire; path: WirePath; scripts: Scripts; faults: FaultQueue; trace: Trace },
): Omit<Delivery, 'headers'> {
  const request = wire.read(parseBody(bytes), path);
  const { conversation, messages, stream } = request;
  const { model, system, tools } = conversation;
  Object.assign(trace, { model, system, messages, tools, stream });
  const ordered = faults.take(collectFacts(conversation));
  refuseOnPurpose(ordered, trace, stream);
  const finding = findAnswer(scripts, conversation, wire.callPrefix);
  if (finding.found === 'no_model')
    throw new WireError(
      'unknown_model',
      `The model \`${model}\` does not exist or you do not have access to it.`,
      {
        parameter: 'model',
      },
    );
  if (finding.found === 'no_rule')
    throw new WireError(
      'no_rule',
      `No script rule of the model ${model} matches ${lastWords(finding.facts)}`,
    );
  trace.rule = finding.rule;
  const fault = ordered ?? finding.fault;
  refuseOnPurpose(fault, trace, stream);
  return { wire, request, answer: spoilAnswer(finding.answer, fault), fault };
}

function refuseOnPurpose(fault: Fault | undefined, trace: Trace, stream: boolean): void {
  if (!fault) return;
  trace.fault = fault.kind;
  const isLater = stream && fault.kind === 'error' && fault.afterChunks !== undefined;
  if (fault.kind === 'error' && !isLater)
    throw toWireError(fault.status, fault.message, fault.retryAfterSeconds);
}

function lastWords({ user, count, latest: [result] }: ReturnType<typeof collectFacts>): string {
  const begin = (text: string) => JSON.stringify([...text].slice(0, 200).join(''));
  const after = result ? `, after ${result.tool} gave ${begin(result.text)}` : '';
  return `${begin(user)} (count ${count})${after}.`;
}
