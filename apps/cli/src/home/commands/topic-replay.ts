import { openTerminalReading, type ReadingFlags } from '../local/open-reading.ts';

/** `agent-home topic replay ID`: judges the whole ledger again. Returns 1 if the result differs. */
export async function replayTopic(
  environment: Record<string, string | undefined>,
  topicId: string,
  flags: ReadingFlags,
): Promise<number> {
  const home = await openTerminalReading(environment, flags);
  try {
    const result = await (await home.enterTopic(topicId)).replay();
    if (result.equal) {
      console.log(
        `${topicId}: ${result.sequence} entries judged again, state byte-equal (sha256 ${result.stateSha256})`,
      );
      return 0;
    }
    console.log(`${topicId}: differs at entry ${result.sequence}: ${result.code} – ${result.detail}`);
    return 1;
  } finally {
    await home.close();
  }
}
