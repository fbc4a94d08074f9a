import type { BenchAgent } from '../../performance/bench/home/bench-agents.ts';
import type { BenchHome } from '../../performance/bench/home/bench-home.ts';
import { giveTickets, hintTickets, MessageWriter } from '../../performance/bench/home/written-messages.ts';
import { eventually } from '../../support/eventually.ts';

const putAtOnce = 16;
const rowsAtOnce = 2_000;

/**
 * Has agents say `lines` messages in turn, and waits until all are published. Every message is put, ticketed and judged as usual;
 * only the requests for credentials are omitted.
 */
export async function speakAtLength(
  home: Pick<BenchHome, 'open' | 'url'>,
  topicId: string,
  talkers: readonly BenchAgent[],
  lines: number,
): Promise<void> {
  const writer = new MessageWriter();
  const messages = Array.from({ length: lines }, (_, index) => {
    const talker = talkers[index % talkers.length];
    if (!talker) throw new Error('no agent is there to talk');
    return writer.write(topicId, talker);
  });
  const waiting = messages.values();
  const put = async () => {
    for (const { key, bytes } of waiting)
      await home.open.platform.store.put(key, bytes, { contentType: 'application/json' });
  };
  await Promise.all(Array.from({ length: putAtOnce }, put));
  for (let start = 0; start < lines; start += rowsAtOnce) {
    const some = messages.slice(start, start + rowsAtOnce);
    await giveTickets(home, some);
    await hintTickets(home, some);
  }
  await home.open.platform.wake.topic(topicId);
  await eventually(async () => {
    const answer = await fetch(`${home.url}/v1/public/topics/${topicId}/ledger?after=${lines}&limit=1`);
    const { published_sequence: published } = (await answer.json()) as { published_sequence: number };
    // The ledger starts with the opening of the topic, before the first message.
    if (published < lines + 1) throw new Error(`${published} entries are published`);
  }, 600_000);
}
