import { and, asc, count, desc, eq, inArray, isNotNull, or } from 'drizzle-orm';
import { type Executor, tables } from '../../database/index.ts';
import { beginningOf, type SpokenLine } from '../../foundation/judges/summarizer.ts';

const firstLines = 40;
const lastLines = 400;
/** Number of bodies in memory at a time: each may be as large as a message, and only its beginning is kept. */
const readAtOnce = 20;

/** Returns the accepted messages of a topic; only the first and the last ones if there are many. */
export async function spokenLines(
  executor: Executor,
  topicId: string,
): Promise<{ lines: SpokenLine[]; lineCount: number }> {
  const { ledgerEntries } = tables;
  const isSpoken = and(
    eq(ledgerEntries.topicId, topicId),
    eq(ledgerEntries.outcome, 'accepted'),
    or(eq(ledgerEntries.inputType, 'message'), eq(ledgerEntries.inputType, 'reveal')),
    isNotNull(ledgerEntries.bodyText),
    isNotNull(ledgerEntries.agentId),
  );
  const pick = (order: typeof asc | typeof desc, limit: number) =>
    executor
      .select({ sequence: ledgerEntries.sequence })
      .from(ledgerEntries)
      .where(isSpoken)
      .orderBy(order(ledgerEntries.sequence))
      .limit(limit);
  const [first, last, counted] = await Promise.all([
    pick(asc, firstLines),
    pick(desc, lastLines),
    executor.select({ lines: count() }).from(ledgerEntries).where(isSpoken),
  ]);
  const sequences = [...new Set([...first, ...last].map(({ sequence }) => sequence))].sort((a, b) => a - b);
  const lines: SpokenLine[] = [];
  for (let start = 0; start < sequences.length; start += readAtOnce) {
    const rows = await executor
      .select({
        sequence: ledgerEntries.sequence,
        agentId: ledgerEntries.agentId,
        bodyText: ledgerEntries.bodyText,
      })
      .from(ledgerEntries)
      .where(and(isSpoken, inArray(ledgerEntries.sequence, sequences.slice(start, start + readAtOnce))))
      .orderBy(asc(ledgerEntries.sequence));
    for (const { sequence, agentId, bodyText } of rows) {
      const text = toText(bodyText ?? '');
      if (agentId && text !== undefined) lines.push({ sequence, agentId, text: beginningOf(text) });
    }
  }
  return { lines, lineCount: counted[0]?.lines ?? 0 };
}

interface Body {
  kind?: string;
  /** Text of the sealed object in a reveal. */
  text?: string;
  content?: { text?: string };
}

/** Returns the text in the body of an accepted input, which is known to parse; undefined if it has none, such as a vote. */
function toText(bodyText: string): string | undefined {
  const body = JSON.parse(bodyText) as Body;
  if (body.kind === undefined && body.text !== undefined) return toText(body.text);
  return body.kind === 'topic_message' ? body.content?.text : undefined;
}
