import { boundedFetch } from '@agent-home/runtime-node';
import { z } from 'zod';
import { isModelName } from './add-model.ts';

/** A provider that takes the key of an environment variable. */
export interface KeyedProvider {
  variable: string;
  /** Name of the provider for users. */
  title: string;
  provider: 'openai' | 'openai-compatible' | 'anthropic' | 'google';
  /** Base of its API; absent for a provider that the runtime knows. */
  url?: string;
}

/** A model server that responds on this machine or at a configured address. */
export interface ModelServer {
  title: string;
  url: string;
  models: string[];
}

/** Models that this machine can reach. */
export interface ModelSources {
  keyed: KeyedProvider[];
  servers: ModelServer[];
}

/** Providers, by the variable that their documentation names for the key. */
export const keyedProviders: readonly KeyedProvider[] = [
  { variable: 'OPENAI_API_KEY', title: 'OpenAI', provider: 'openai' },
  { variable: 'ANTHROPIC_API_KEY', title: 'Anthropic', provider: 'anthropic' },
  { variable: 'GEMINI_API_KEY', title: 'Google Gemini', provider: 'google' },
  compatible('OPENROUTER_API_KEY', 'OpenRouter', 'https://openrouter.ai/api/v1'),
  compatible(
    'DASHSCOPE_API_KEY',
    'Alibaba Model Studio',
    'https://dashscope.aliyuncs.com/compatible-mode/v1',
  ),
  compatible('DEEPSEEK_API_KEY', 'DeepSeek', 'https://api.deepseek.com/v1'),
  compatible('MISTRAL_API_KEY', 'Mistral', 'https://api.mistral.ai/v1'),
  compatible('GROQ_API_KEY', 'Groq', 'https://api.groq.com/openai/v1'),
  compatible('TOGETHER_API_KEY', 'Together', 'https://api.together.xyz/v1'),
];

/** Servers with the OpenAI-compatible protocol, by their usual ports on this machine. */
export const localServers: readonly { title: string; port: number }[] = [
  { title: 'Ollama', port: 11_434 },
  { title: 'LM Studio', port: 1_234 },
  { title: 'vLLM', port: 8_000 },
  { title: 'llama.cpp', port: 8_080 },
];

const modelListSchema = z.object({ data: z.array(z.object({ id: z.string() })).max(1_000) });
const patienceMs = 700;

/** Searches for models: API keys in the environment and model servers on this machine. Sends no key anywhere. */
export async function findModelSources(
  environment: NodeJS.ProcessEnv,
  {
    fetch = boundedFetch,
    servers = localServers,
  }: { fetch?: typeof globalThis.fetch; servers?: typeof localServers } = {},
): Promise<ModelSources> {
  const addresses = servers.map(({ title, port }) => ({ title, url: `http://127.0.0.1:${port}/v1` }));
  const found = await Promise.all(
    addresses.map(async ({ title, url }) => {
      const models = await listModels(url, fetch);
      return models === undefined ? [] : [{ title, url, models }];
    }),
  );
  return {
    keyed: keyedProviders.filter(({ variable }) => (environment[variable] ?? '') !== ''),
    servers: found.flat(),
  };
}

/** Returns the models that a server lists; undefined if none responds there in time. */
export async function listModels(
  url: string,
  fetch: typeof globalThis.fetch = boundedFetch,
  headers: Record<string, string> = {},
): Promise<string[] | undefined> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/models`, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    if (!response.ok) return undefined;
    return modelListSchema
      .parse(await response.json())
      .data.map(({ id }) => id)
      .filter(isModelName);
  } catch {
    return undefined;
  }
}

function compatible(variable: string, title: string, url: string): KeyedProvider {
  return { variable, title, provider: 'openai-compatible', url };
}

/** A model, or a provider whose model still has to be named. */
export interface ModelChoice {
  /** Text for users. */
  title: string;
  provider: KeyedProvider['provider'];
  url?: string;
  /** Name at the provider; absent if the user has to name it. */
  model?: string;
  keyVariable?: string;
}

/** Models that cannot hold a conversation, by their usual names. */
const isOfAnotherKind = /embed|rerank|whisper|tts|clip|moderation|bge-|diffusion/i;

/** Returns the choices in the order of preference: models of local servers, which cost nothing, then providers with a key. */
export function choicesOf({ keyed, servers }: ModelSources): ModelChoice[] {
  return [
    ...servers.flatMap(({ title, url, models }) =>
      models
        .filter((model) => !isOfAnotherKind.test(model))
        .map(
          (model): ModelChoice => ({
            title: `${model} (${title})`,
            provider: 'openai-compatible',
            url,
            model,
          }),
        ),
    ),
    ...keyed.map(
      ({ title, provider, url, variable }): ModelChoice => ({
        title: `${title} (${variable})`,
        provider,
        ...(url === undefined ? {} : { url }),
        keyVariable: variable,
      }),
    ),
  ];
}
