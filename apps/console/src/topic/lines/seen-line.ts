/**
 * Returns the last message that the reader has been shown, from which new messages are counted. Undefined means that no message
 * counts as new: the topic is still being read, has ended, or is shown as of the past.
 */
export function seenLine(
  before: number | undefined,
  now: { newest: number; isAtEnd: boolean; isReady: boolean; isLive: boolean },
): number | undefined {
  if (!now.isLive) return undefined;
  if (before === undefined) return now.isReady ? now.newest : undefined;
  return now.isAtEnd || now.newest < before ? now.newest : before;
}
