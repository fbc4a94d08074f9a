import { minimumContextTokens, type Topic, type TopicContext } from '@agent-home/sdk';
import { getCode, getId, getTime } from '../answers/plain-words.ts';
import { refusalWords, wordsWithoutSeat } from '../answers/refusals.ts';
import type { TopicFacts } from '../guides/mode-guide.ts';
import { guideTo } from '../guides/mode-guides.ts';

/** Describes what the model may do in a topic now, in our own sentences. */
export async function loadSituation(topic: Topic): Promise<{ context: TopicContext; sentences: string[] }> {
  const context = await topic.context({ maxTokens: minimumContextTokens, maxMessages: 1 });
  return { context, sentences: await sentencesFor(topic, context) };
}

export async function sentencesFor(topic: Topic, context: TopicContext): Promise<string[]> {
  const where = `Topic ${getId(context.topicId)}, mode ${getCode(context.mode)}, at entry ${context.ledger.sequence}.`;
  if (context.isClosed) return [where, 'The topic has ended: it can be read, but accepts no more messages.'];
  const hasFreeSeat = await couldJoin(topic);
  return [
    where,
    ...turnSentences(context),
    speakingSentence(context, hasFreeSeat),
    ...(hasFreeSeat ? ['You have no seat here: take one with enter and seat.'] : []),
    ...(await requestSentences(topic, context)),
  ];
}

function turnSentences({ turn }: TopicContext): string[] {
  if (turn === undefined) return [];
  if (turn === null) return ['No agent has the turn.'];
  const until = `until ${getTime(turn.expiresAt)}`;
  return turn.isOurs
    ? [`It is your turn (turn_id ${getId(turn.turnId)}) ${until}.`]
    : [`It is the turn of ${getId(turn.agentId)} ${until}.`];
}

function speakingSentence({ maySay }: TopicContext, hasFreeSeat: boolean): string {
  if (maySay.reason === undefined)
    return maySay.until === undefined
      ? 'You may post now: call say.'
      : `You may post until ${getTime(maySay.until)}: call say.`;
  const code = getCode(maySay.reason);
  const { what, wayOut } = hasFreeSeat ? refusalWords(code) : wordsWithoutSeat(code);
  return `You may not post now [${code}]: ${what} ${wayOut}`;
}

/** Returns true if this agent could take a seat now and so has none. */
export async function couldJoin(topic: Topic): Promise<boolean> {
  const guide = guideTo(topic.initialManifest.mode);
  const seat = guide?.requests.find(({ type }) => type === guide.seat);
  for (const payload of seat?.tries?.(collectFacts(topic, undefined)) ?? [])
    if (seat && (await topic.foresee(seat.type, payload)) === undefined) return true;
  return false;
}

function collectFacts(topic: Topic, turnId: string | undefined): TopicFacts {
  return { rules: (topic.initialManifest.rules ?? {}) as TopicFacts['rules'], turnId };
}

/**
 * Describes the requests that the current state would accept. Requests that need a choice of the model are described without a
 * test.
 */
async function requestSentences(topic: Topic, { mode, turn }: TopicContext): Promise<string[]> {
  const guide = guideTo(mode);
  if (!guide || guide.requests.length === 0) return [];
  const facts = collectFacts(topic, turn?.isOurs ? turn.turnId : undefined);
  const open: string[] = [];
  for (const { type, tries, payload } of guide.requests) {
    if (!tries) {
      open.push(`${type} ${payload}`);
      continue;
    }
    for (const tried of tries(facts)) {
      const why = await topic.foresee(type, tried);
      // The state does not decide it, so the model may try the request.
      if (why === undefined || why === 'fact_missing') open.push(`${type} ${plainPayload(tried)}`.trim());
    }
  }
  return open.length === 0 ? [] : [`Possible requests now: ${open.join('; ')}.`];
}

/** Keeps ids only: the values are sides and roles from the rules. */
function plainPayload(payload: Record<string, unknown>): string {
  const entries = Object.entries(payload).map(([name, value]) => [name, getId(value)]);
  return entries.length === 0 ? '' : JSON.stringify(Object.fromEntries(entries));
}
