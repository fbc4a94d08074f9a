/** Returns true if the text has no UTF-8 form: encoders would write U+FFFD, and two texts would share one signature. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed();
}
