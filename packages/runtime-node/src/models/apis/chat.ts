import { OpenAICompatibleChatLanguageModel } from '@ai-sdk/openai-compatible';
import { modelPrompt } from '../request/model-prompt.ts';
import { withLimitName } from '../request/request-params.ts';
import { chatWire } from '../wire/chat-wire.ts';
import { soundFetch } from '../wire/sound-fetch.ts';
import type { OpenModel } from './opened-model.ts';

/** Opens a model over OpenAI's chat completions. */
export const openChatModel: OpenModel = ({ provider, name, url, key }, { fetch, wantsCompletion }) => {
  // Address and headers are created once: the SDK's own factory creates them for each request.
  const base = url.replace(/\/$/, '');
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  const model = new OpenAICompatibleChatLanguageModel(name, {
    provider: `${provider}.chat`,
    url: ({ path }) => `${base}${path}`,
    headers: () => headers,
    includeUsage: true,
    fetch: soundFetch(fetch, chatWire),
    transformRequestBody: (body) => withLimitName(body, wantsCompletion()),
  });
  return { model, toOptions: modelPrompt };
};
