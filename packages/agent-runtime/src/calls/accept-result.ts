import type { CallOutcome, CallRequested } from '../run-log/index.ts';
import { end, type Next, type StepResult } from '../state/next.ts';
import { timesRound, watchCall } from '../state/repetition-watch.ts';
import type { RunState } from '../state/run-state.ts';
import type { StepWriter } from '../state/writing.ts';
import { getWording } from '../wording/select-wording.ts';
import type { Wording } from '../wording/wording.ts';
import { callSha256 } from './call-sha256.ts';
import { resultText } from './result-text.ts';

/**
 * Writes a call's only result, for the log and for the model, and continues with `next`. A repeated failure leads to a warning for
 * the model, and then to the end of the run.
 */
export function acceptResult(
  before: RunState,
  writer: StepWriter,
  { call, outcome, cause }: { call: CallRequested; outcome: CallOutcome; cause: number },
  next: Next,
): StepResult {
  const isError = outcome.status === 'error';
  const written = writer.write(
    'kairo.tool.result',
    { toolCallId: call.tool_call_id, result: outcome, isError },
    cause,
  );
  const content = resultText(outcome);
  const { watch, verdict } = watchCall(before.watch, {
    tool: call.name || call.requested_name,
    argumentsSha256: callSha256(call),
    result: content,
    isError,
    round: before.round,
  });
  const wording = getWording(before);
  const warnings = verdict === 'warn' ? [wording.loopWarning(timesRound)] : [];
  const told = [content, repairNote(call, wording), ...warnings];
  const message = {
    role: 'tool' as const,
    tool_call_id: call.tool_call_id,
    name: call.requested_name,
    content: told.filter((text) => text !== undefined).join('\n'),
    is_error: isError,
    ...(outcome.media ? { media: outcome.media } : {}),
  };
  const state: RunState = {
    ...before,
    transcript: [...before.transcript, message],
    tainted: before.tainted || outcome.tainted === true,
    watch,
  };
  return verdict === 'stop' ? end(state, written.seq, { code: 'loop_detected' }) : { state, next };
}

/** Informs the model which call was made if its own one was repaired. */
function repairNote(
  { name, name_resolution, arguments_repaired, arguments_summary }: CallRequested,
  wording: Wording,
): string | undefined {
  const named = name_resolution === 'repaired' ? `the tool ${name}` : '';
  const given = arguments_repaired ? `the arguments ${arguments_summary}` : '';
  const parts = [named, given].filter((part) => part !== '');
  return parts.length === 0 ? undefined : wording.repairedCall(parts.join(' and '));
}
