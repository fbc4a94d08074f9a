import type { TopicLedgerEntry } from '@agent-home/protocol';
import { smallHome } from './small-home.ts';
import { TopicLedger } from './topic-ledger.ts';

export async function topicHome(mode?: string) {
  const home = await smallHome();
  for (const id of ['ada', 'bo']) {
    home.bucket.objects.set(`agents/all/${id}.json`, home.certified.card(id, 1));
  }
  return { home, ledger: new TopicLedger(home, mode) };
}

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export const sequences = (entries: TopicLedgerEntry[]) => entries.map((entry) => entry.sequence);

export function never(): never {
  throw new Error('not there');
}
