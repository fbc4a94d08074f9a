import { cleanText } from '@agent-home/protocol';
import { type MessageView, readUntrusted, type Topic, type TopicLedgerEntry } from '@agent-home/sdk';
import type { LocalPlaces } from '../local/local-home.ts';
import { connectObserver } from '../local/observer.ts';

const linesOfHistory = 20;

/** `agent-home topic watch ID`: follows a conversation; what stands at the line's start was verified here. */
export async function watchTopic(places: LocalPlaces, topicId: string): Promise<void> {
  const home = await connectObserver(places);
  const stopping = new AbortController();
  process.once('SIGINT', () => stopping.abort());
  process.once('SIGTERM', () => stopping.abort());
  try {
    const topic = await home.enterTopic(topicId);
    const { title, mode } = topic.initialManifest;
    console.log(
      `${cleanText(title)} · ${mode} · manifest certified by ${topic.initialManifest.cert.key_id}\n`,
    );
    const { ledger } = await topic.state();
    const after = Math.max(0, ledger.sequence - linesOfHistory);
    for await (const entry of topic.follow({ after, signal: stopping.signal })) {
      console.log(await describe(topic, entry));
    }
    if (!stopping.signal.aborted) console.log('\nthe topic has ended');
  } finally {
    await home.close();
  }
}

/** ✔ certificate and chain hold and the author signed; ○ the author did not sign; ✘ the signature is not theirs. */
async function describe(topic: Topic, entry: TopicLedgerEntry): Promise<string> {
  const { header } = entry;
  const message = await topic.message(entry);
  const place = `#${String(header.sequence).padStart(5, '0')} ${header.context.now.slice(11, 19)}`;
  if (message)
    return `${proofOf(message)} ${place}  ${message.agent_id}: ${cleanText(readUntrusted(message.text))}`;
  const { outcome, reason, explanation } = header.verdict;
  const who = header.input.agent_id ?? 'platform';
  const verdict = outcome === 'accepted' ? '' : ` – not accepted: ${reason ?? ''} ${explanation ?? ''}`;
  return `✔ ${place}  · ${who}: ${labelOf(entry)}${verdict}`;
}

function labelOf({ header, body }: TopicLedgerEntry): string {
  if (header.input.type !== 'request' && header.input.type !== 'admin') return header.input.type;
  const parsed = body && (JSON.parse(body.text) as { type?: unknown; action?: unknown });
  return cleanText(String(parsed?.type ?? parsed?.action ?? header.input.type)).slice(0, 60);
}

function proofOf({ authorSignature, history }: MessageView): string {
  if (authorSignature === 'invalid' || history === 'conflicts') return '✘';
  return authorSignature === 'valid' ? '✔' : '○';
}
