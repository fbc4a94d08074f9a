import type { JsonObject } from '@agent-home/protocol';
import type { ChatMessage, RunLeg } from '../run-log/index.ts';

export interface OfferedTool {
  /** Wire name. */
  name: string;
  description: string;
  parameters: JsonObject;
}

/** Request to a model, the same for all providers. */
export interface ModelRequest {
  provider: string;
  /** Its name at the provider. */
  model: string;
  /** Its key in the settings; absent in runs of earlier releases. */
  settingsKey?: string;
  params: JsonObject;
  system: string;
  messages: ChatMessage[];
  tools: readonly OfferedTool[];
  maxOutputTokens: number;
}

/** Returns the model of a request as pinned by a run. */
export function getIdentity({
  provider,
  name,
  settings_key: settingsKey,
}: Pick<RunLeg['model'], 'provider' | 'name' | 'settings_key'>): Pick<
  ModelRequest,
  'provider' | 'model' | 'settingsKey'
> {
  return { provider, model: name, ...(settingsKey === undefined ? {} : { settingsKey }) };
}
