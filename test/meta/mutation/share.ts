/** Number of nights until every declaration was tried. */
export const SHARES = 16;

/** Reads a share such as `3/8`; `tonight` is selected by the date, in rotation. */
export function readShare(text: string, now: Date): string {
  const [share, shares] =
    text === 'tonight'
      ? [(Math.floor(now.getTime() / 86_400_000) % SHARES) + 1, SHARES]
      : (/^(\d{1,3})\/(\d{1,3})$/.exec(text)?.slice(1).map(Number) ?? []);
  if (share === undefined || shares === undefined || share < 1 || share > shares)
    throw new Error(`a share is "tonight" or like "3/8", not ${JSON.stringify(text)}`);
  return `${share}/${shares}`;
}
