import type { ModelApi } from '@agent-home/agent-runtime/definition';

/** Model from the settings, with its key resolved. */
export interface ConfiguredModel extends ReachableModel {
  /** Models that are tried in turn if this one fails: each at its own address, with its own key. */
  fallbacks: readonly ReachableModel[];
}

/** Entry of the settings' `models`, ready to be called. */
export interface ReachableModel {
  /** Key of the entry in the settings, its unique identifier; absent for a model without settings. */
  settingsKey?: string;
  provider: string;
  /** The provider's name of the model. */
  name: string;
  /** Protocol of the address; default `chat`. */
  api?: ModelApi;
  /** Package that calls the model in place of a protocol. */
  package?: string;
  /** Base of the API, `/v1` or `/v1beta` included; empty for a package with an address of its own. */
  url: string;
  /** API key; never logged or recorded. */
  key?: string;
  /** Tokens; absent: as many as the request needs. */
  contextWindow?: number;
  /**
   * True to stream responses, so that they can be watched; false to read them whole, which costs less. Default
   * true.
   */
  stream?: boolean;
  /** Milliseconds that one attempt may take. */
  timeoutMs: number;
}

/** Finds a model by its settings key, or by provider and name for a log of an earlier release without keys. */
export type FindModel = (
  provider: string,
  name: string,
  settingsKey?: string,
) => ConfiguredModel | Promise<ConfiguredModel>;
