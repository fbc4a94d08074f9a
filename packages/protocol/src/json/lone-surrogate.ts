// Under the `u` flag a pair is one code point, so the class only meets halves that stand alone.
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether the text has no UTF-8 form: encoders would put U+FFFD there, and two texts would share one signature. */
export function hasLoneSurrogate(text: string): boolean {
  return LONE_SURROGATE.test(text);
}
