import { setTimeout as delay } from 'node:timers/promises';
import { shownText } from '@agent-home/protocol';
import type { ReadableTopic } from '@agent-home/sdk';
import { describeEntry, describeSummary, isWatched } from '../../terminal/describe-entry.ts';
import { openTerminalReading, type ReadingFlags } from '../local/open-reading.ts';

const linesOfHistory = 20;
const summaryLooks = 10;
const summaryPauseMs = 500;

interface WatchFlags extends ReadingFlags {
  /** `--all`: prints every ledger entry, including those that were ruled out. */
  all?: boolean;
}

/** `agent-home topic watch ID`: follows a conversation. The mark at the start of each line is the result of local verification. */
export async function watchTopic(
  environment: Record<string, string | undefined>,
  topicId: string,
  flags: WatchFlags,
): Promise<void> {
  const home = await openTerminalReading(environment, flags);
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  try {
    const topic = await home.enterTopic(topicId);
    const { title, mode } = topic.initialManifest;
    console.log(
      `${shownText(title)} · ${mode} · manifest certified by ${topic.initialManifest.cert.key_id}\n`,
    );
    const { ledger } = await topic.state();
    const after = Math.max(0, ledger.sequence - linesOfHistory);
    for await (const entry of topic.follow({ after, signal: stopping.signal })) {
      if (flags.all || isWatched(entry)) console.log(await describeEntry(topic, entry));
    }
    if (stopping.signal.aborted) return;
    console.log('\nThe topic has ended.');
    await printSummary(topic, stopping.signal);
  } finally {
    await home.close();
  }
}

/** The platform writes the summary after the last entry. Some homes write none, so the wait is short. */
async function printSummary(topic: ReadableTopic, signal: AbortSignal): Promise<void> {
  for (let look = 0; look < summaryLooks && !signal.aborted; look++) {
    const summary = await topic.summary();
    if (summary) return console.log(`\n${describeSummary(summary)}`);
    await delay(summaryPauseMs, undefined, { signal }).catch(() => undefined);
  }
}
