/** Any value that JSON can carry. `undefined` is not one: an absent member is an absent key. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue;
}
