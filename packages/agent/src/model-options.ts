/** Model with its address, as an entry of `models` in the settings. */
export interface ModelOptions {
  /** Company or server that the address belongs to. */
  provider: 'openai' | 'openai-compatible' | 'anthropic' | 'google' | 'emulator';
  /** Protocol of the address; default: that of the provider, `chat` for any other. */
  api?: 'chat' | 'responses' | 'anthropic' | 'gemini';
  /** The provider's name of the model. */
  model: string;
  /** Base of the API with `/v1`, or `/v1beta` for Gemini. The providers `openai`, `anthropic` and `google` have defaults. */
  url?: string;
  /** API key. It is sent to the address only, and removed from logs, results and errors. */
  key?: string;
  /** Parameters of each request, such as `temperature`. */
  params?: Record<string, string | number | boolean>;
  /** Tokens; default 32,768. */
  contextWindow?: number;
  /** Maximum number of tokens in one response. */
  maxOutputTokens?: number;
  /** Kinds of input that it takes; default: text alone. */
  input?: ('text' | 'image' | 'pdf')[];
  /** Price of a million tokens, for `maxCost` and the cost in results. */
  price?: { input: number; output: number; cacheRead?: number; cacheWrite?: number };
}
