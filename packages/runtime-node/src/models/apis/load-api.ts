import type { ReachableModel } from '../request/model-settings.ts';
import type { OpenModel } from './opened-model.ts';

/** Loads the protocol of a model on first use, because each package of a provider takes tens of milliseconds. */
export async function loadApi({
  api = 'chat',
  package: name,
}: Pick<ReachableModel, 'api' | 'package'>): Promise<OpenModel> {
  if (name !== undefined) return (await import('./package-models.ts')).openPackageModel;
  switch (api) {
    case 'chat':
      return (await import('./chat.ts')).openChatModel;
    case 'responses':
      return (await import('./responses.ts')).openResponsesModel;
    case 'anthropic':
      return (await import('./anthropic.ts')).openAnthropicModel;
    case 'gemini':
      return (await import('./gemini.ts')).openGeminiModel;
  }
}
