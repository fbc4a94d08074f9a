/** Whether the text has no UTF-8 form: encoders would put U+FFFD there, and two texts would share one signature. */
export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed();
}
