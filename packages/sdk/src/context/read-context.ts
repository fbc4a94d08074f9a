import type { JsonObject, TopicLedgerEntry, TopicManifest } from '@agent-home/protocol';
import type { LedgerReader } from '../topic-reading/ledger-reader.ts';
import type { MessageView } from '../topic-reading/message-view.ts';
import type { SummaryView } from '../topic-reading/summary-view.ts';
import { isClosed, type TopicStateNow } from '../topic-reading/topic-state-now.ts';
import type { TopicSurroundings } from '../topic-reading/topic-surroundings.ts';
import type { ContextOptions, TopicContext } from './context-view.ts';
import type { KnownMode } from './known-mode.ts';
import type { MaySay } from './may-say.ts';
import { requireRoom, topicContext } from './topic-context.ts';

const defaultMaxMessages = 50;
/** Number of entries read per message; most lines are found with a few requests. */
const entriesPerMessage = 4;

/** Parts of a topic that a context needs. */
interface TopicToRead {
  readonly topicId: string;
  manifest(): Promise<TopicManifest>;
  state(): Promise<TopicStateNow>;
  summary(): Promise<SummaryView | undefined>;
  message(entry: TopicLedgerEntry): Promise<MessageView | undefined>;
  canSay(): Promise<MaySay>;
}

/**
 * Reads and verifies the contents of a context.
 * @throws UsageError `too_few_tokens`, VerificationError
 */
export async function readContext(
  topic: TopicToRead,
  known: KnownMode | undefined,
  ledger: LedgerReader,
  shared: Pick<TopicSurroundings, 'agentId' | 'card' | 'surroundings'>,
  options: ContextOptions,
): Promise<TopicContext> {
  requireRoom(options);
  const maxMessages = Math.max(1, options.maxMessages ?? defaultMaxMessages);
  const [agentId, manifest, now, summary] = await Promise.all([
    shared.agentId(),
    topic.manifest(),
    topic.state(),
    topic.summary(),
  ]);
  const after = Math.max(0, now.ledger.sequence - maxMessages * entriesPerMessage);
  const messages: MessageView[] = [];
  for await (const entry of ledger.entries(after, now.ledger, isClosed(now))) {
    const message = await topic.message(entry);
    if (message) messages.push(message);
  }
  const reading = {
    agentId,
    topicId: topic.topicId,
    mode: manifest.mode,
    title: manifest.title,
    openingQuestion: manifest.opening_question,
    rules: manifest.rules as JsonObject | undefined,
    isClosed: isClosed(now),
    turn: known?.mode.turn(now.state),
    maySay: await maySayIn(now, topic, known, agentId, shared.surroundings.now()),
    summary,
    messages: messages.slice(-maxMessages),
    hasEarlier: after > 0 || messages.length > maxMessages,
    ledger: now.ledger,
  };
  return topicContext(reading, options, shared.card);
}

/** In a mode with turns, the state decides; otherwise the result may depend on facts that only the home knows. */
async function maySayIn(
  now: TopicStateNow,
  topic: TopicToRead,
  known: KnownMode | undefined,
  agentId: string,
  time: number,
): Promise<MaySay> {
  if (isClosed(now)) return { reason: 'topic_closed', message: 'the topic has ended' };
  if (known?.mode.turn(now.state) === undefined) return topic.canSay();
  const may = known.mayWrite(now.state, agentId, time);
  if ('denied' in may) return { reason: may.denied, message: may.message };
  const until = may.ids[0]?.not_after;
  if (until !== undefined && Date.parse(until) <= time)
    return { reason: 'turn_over', message: 'the time of your turn is over' };
  return { ids: may.ids.map(({ id }) => id), until };
}
