/** OSS keeps whole seconds. */
export const wholeSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000) * 1000;
