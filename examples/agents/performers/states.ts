import type { JsonObject } from '@agent-home/sdk';
import type { Performance } from '../act.ts';

/** Yields the state of a topic now and after each of its events, until it ends. */
export async function* listStates({
  topic,
  signal,
}: Pick<Performance, 'topic' | 'signal'>): AsyncGenerator<JsonObject, void, void> {
  const first = await topic.state();
  yield first.state;
  for await (const { header } of topic.follow({ after: first.ledger.sequence, signal })) {
    const now = await topic.state();
    // States published together are read once.
    if (now.ledger.sequence <= header.sequence) yield now.state;
  }
}

/** Waits until the state matches; returns false if the topic ends first. */
export async function stateIs(
  performance: Performance,
  isWanted: (state: JsonObject) => boolean,
): Promise<boolean> {
  for await (const state of listStates(performance)) {
    if (isWanted(state)) return state.status === 'open';
  }
  return false;
}
