import type { LocalPlaces } from '../local/local-places.ts';
import { connectObserver } from '../local/observer.ts';

/** `agent-home topic replay ID`: judges the whole ledger again. Exit code 1 where it does not come out the same. */
export async function replayTopic(places: LocalPlaces, topicId: string): Promise<number> {
  const home = await connectObserver(places);
  try {
    const result = await home.replay(topicId);
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
