import type { JsonObject } from '@agent-home/protocol';
import type { ChatMessage } from '@agent-home/run-log';

export interface OfferedTool {
  /** Wire name. */
  name: string;
  description: string;
  parameters: JsonObject;
}

/** What a model is asked, whichever it is. */
export interface ModelRequest {
  provider: string;
  model: string;
  params: JsonObject;
  system: string;
  messages: ChatMessage[];
  tools: readonly OfferedTool[];
  maxOutputTokens: number;
}
