/** Any value that JSON can represent, except `undefined`: an absent member is an absent key. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}
