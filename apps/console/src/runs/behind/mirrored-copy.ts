import type { JudgedDecisions } from '@agent-home/agent-runtime/replay';
import type { MirroredRecords } from '@agent-home/http-contract';
import { CommittedLog, type LogRefusal, toRefusal, type WithheldRecord } from './committed-log.ts';
import type { CommittedMessage } from './message-commitment.ts';

/** Verifies the home's copy of a run against a message, up to the record that the message commits to. */
export async function verifyCopy(
  message: CommittedMessage,
  readPart: (fromSeq: number) => Promise<MirroredRecords>,
): Promise<{ judged: JudgedDecisions; withheld: WithheldRecord[] } | { refusal: LogRefusal }> {
  const values = new Map<string, string>();
  const log = new CommittedLog(message, (sha256) => values.get(sha256), { isCopy: true });
  try {
    for (let from: number | undefined = 0; from !== undefined && !log.isComplete; ) {
      const part = await readPart(from);
      for (const { sha256, text } of part.values) values.set(sha256, text);
      for (const { text } of part.records) {
        if (log.isComplete) break;
        if (text === undefined)
          return {
            refusal: { code: 'texts_erased', detail: 'the texts of this run were erased in the home' },
          };
        log.take(text);
      }
      // A home that repeats a part must not make this a loop without end.
      from = part.next_seq !== undefined && part.next_seq > from ? part.next_seq : undefined;
    }
    return { judged: log.finish().judged, withheld: log.withheld };
  } catch (error) {
    return { refusal: toRefusal(error) };
  }
}
