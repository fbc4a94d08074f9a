import type { ModelRequest } from '@agent-home/agent-runtime';
import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import type { PromptTarget } from '../request/model-prompt.ts';
import type { ReachableModel } from '../request/model-settings.ts';

/** Model that is ready for requests. */
export interface OpenedModel {
  model: LanguageModelV3;
  /** Converts a request to the options of the model's protocol. */
  toOptions(request: ModelRequest): LanguageModelV3CallOptions;
  /** Present if the protocol demands parts of earlier responses back. */
  target?: PromptTarget;
  /** True if no check of this project reads the protocol before the SDK does. */
  isUnchecked?: boolean;
}

export interface OpenOptions {
  fetch: typeof globalThis.fetch;
  /** True if the model accepts `max_completion_tokens` instead of `max_tokens`; may change after a refusal. */
  wantsCompletion: () => boolean;
  /** Folder from which packages of the settings are loaded; default `~/.agent-home`. */
  packageFolder: string | undefined;
}

/** Opens a model over one protocol. */
export type OpenModel = (model: ReachableModel, options: OpenOptions) => OpenedModel | Promise<OpenedModel>;
