/** A model as the settings know it, its key resolved. */
export interface ConfiguredModel {
  provider: string;
  /** What the provider calls it. */
  name: string;
  /** Base of an OpenAI-compatible API, `/v1` included. */
  url: string;
  /** Never logged, never in a record. */
  key?: string;
  /** Models of the same provider, tried in turn where this one is away. */
  fallbacks: string[];
  /**
   * Whether answers come word by word, which is how they are watched; without it they come whole, and take less to read.
   * Absent: they do.
   */
  stream?: boolean;
  /** Milliseconds that one attempt may take. */
  timeoutMs: number;
}
