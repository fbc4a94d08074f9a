import type { Effect, ModelConversation, ModelFailure, ModelStep, RunInput } from '@agent-home/agent-runtime';
import { LogError } from '@agent-home/agent-runtime/run-log';
import { JsonError } from '@agent-home/protocol';
import { askInTime, nonsense } from './ask-in-time.ts';
import { CoalescedText } from './coalesced-text.ts';
import type { DriverPorts } from './driver-ports.ts';
import type { AgentPorts } from './legs.ts';

/** Characters of a step. */
const mostOfEvent = 100;
const mostOfDetail = 2_000;

type Feed = (input: RunInput) => Promise<void>;

/** Calls the model of a run and feeds its pieces, then its response or failure. */
export async function askModelOfRun(
  { modelCallId, request, isAside }: Extract<Effect, { kind: 'model' }>,
  { models, now, tools }: Pick<DriverPorts, 'models' | 'now'> & Pick<AgentPorts, 'tools'>,
  {
    ending,
    leftMs,
    conversation,
    feed,
  }: {
    ending: AbortSignal;
    leftMs: number | undefined;
    conversation: ModelConversation;
    feed: Feed;
  },
): Promise<void> {
  const model_call_id = modelCallId;
  const text = new CoalescedText((content) =>
    feed({ type: 'model.delta', time: now(), data: { model_call_id, content } }),
  );
  // The response is searched for secrets as well, across the borders of its pieces.
  const { cleaner } = tools;
  const pieces = cleaner.stream();
  const onText = (delta: string) => isAside || text.add(pieces.add(delta));
  const onStep = ({ event, detail }: ModelStep) => {
    if (isAside) return;
    const step = { event: event.slice(0, mostOfEvent), detail: cleaner.clean(detail).slice(0, mostOfDetail) };
    const data = { model_call_id, ...step, detail: step.detail.toWellFormed() };
    // A step that no log can hold is left out: no decision depends on it.
    void feed({ type: 'model.step', time: now(), data }).catch(() => undefined);
  };
  const result = cleaner.cleanAnswer(
    await askInTime(models, request, {
      ending,
      onText,
      onStep,
      conversation,
      ...(leftMs === undefined ? {} : { leftMs }),
    }),
  );
  if (!isAside) text.add(pieces.end());
  await text.flush();
  const failed = (failure: ModelFailure): RunInput => ({
    type: 'model.failed',
    time: now(),
    data: { model_call_id, ...failure },
  });
  const instead = failed(nonsense('the response of the model cannot be stored in the log'));
  const input: RunInput =
    'answered' in result
      ? { type: 'model.answered', time: now(), data: { model_call_id, ...result.answered } }
      : failed(result.failed);
  await feedSound(feed, input, instead);
}

/** Feeds `instead` if a log cannot hold the input, for example because of a lone surrogate or NaN. */
async function feedSound(feed: Feed, input: RunInput, instead: RunInput): Promise<void> {
  await feed(input).catch((error: unknown) => {
    if (error instanceof JsonError || (error instanceof LogError && error.code === 'invalid_data'))
      return feed(instead);
    throw error;
  });
}
