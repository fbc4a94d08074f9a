/** Rounds down to whole seconds, the precision of OSS. */
export const wholeSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000;
