/** SHA-256 of a text that is added in parts. No part may end inside a surrogate pair. */
export interface RunningSha256 {
  add(text: string): this;
  /** Returns an independent hash of the same text so far. */
  copy(): RunningSha256;
  /** Returns the digest, 64 lowercase hex digits. Nothing can be added afterwards. */
  hex(): string;
}
