import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ModelRequest } from '@agent-home/agent-runtime';
import type { JSONValue, LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import { z } from 'zod';
import { userHome } from '../../state/user-home.ts';
import { toPrompt, toTools } from '../request/model-prompt.ts';
import type { OpenModel } from './opened-model.ts';
import { ProviderPackageError } from './provider-package-error.ts';
import { standardOptions } from './standard-options.ts';

/**
 * Opens a model of a package that the operator's settings name. The package is loaded from `~/.agent-home`, else from where Agent
 * Home is installed, never from a project.
 * @throws ProviderPackageError
 */
export const openPackageModel: OpenModel = async (
  { package: module = '', provider, name, url, key },
  { fetch, packageFolder = join(userHome(), '.agent-home') },
) => {
  const create = await loadFactory(module, packageFolder);
  const made: unknown = create({
    name: provider,
    // Always set: a package would otherwise read a key from the environment, which the settings did not choose.
    apiKey: key ?? '',
    ...(url === '' ? {} : { baseURL: url.replace(/\/$/, '') }),
    fetch,
  });
  return {
    model: modelOf(made, module, name),
    target: { api: module, model: name },
    isUnchecked: true,
    toOptions: (request) => toOptions(request, { api: module, model: name }),
  };
};

function toOptions(
  request: ModelRequest,
  target: { api: string; model: string },
): LanguageModelV3CallOptions {
  const { provider_options: options } = request.params;
  const isObject = typeof options === 'object' && options !== null && !Array.isArray(options);
  return {
    ...standardOptions(request),
    prompt: toPrompt(request, target),
    ...toTools(request),
    ...(isObject ? { providerOptions: { [request.provider]: options as Record<string, JSONValue> } } : {}),
  };
}

type Factory = (settings: object) => unknown;

async function loadFactory(module: string, folder: string): Promise<Factory> {
  const address = findPackage(module, folder);
  const loaded: Record<string, unknown> = await import(address).catch((error: unknown) => {
    const words = error instanceof Error ? error.message.split('\n')[0] : 'unknown error';
    throw new ProviderPackageError(`the package ${module} cannot be loaded: ${words}`);
  });
  // The AI SDK names them alike, as createMistral of @ai-sdk/mistral.
  const created = Object.entries(loaded).find(
    ([name, value]) => /^create[A-Z]/.test(name) && typeof value === 'function',
  )?.[1];
  if (created === undefined)
    throw new ProviderPackageError(
      `the package ${module} exports no function create…: name a provider package of the AI SDK`,
    );
  return created as Factory;
}

/** Returns the address of a package in the folder itself, else of one that is installed with Agent Home. */
function findPackage(module: string, folder: string): string {
  const own = join(folder, 'node_modules', module);
  // Node would also search the folders above, one of which may be a project.
  if (existsSync(join(own, 'package.json'))) return pathToFileURL(entryOf(own, module)).href;
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(module)).href;
  } catch {
    throw new ProviderPackageError(
      `the package ${module} is not installed: run npm install --prefix ${folder} ${module}`,
    );
  }
}

const manifestSchema = z.looseObject({ exports: z.unknown().optional(), main: z.string().optional() });

/** Returns the file that an import of a package loads. */
function entryOf(folder: string, module: string): string {
  try {
    const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    return join(folder, importedBy(manifest.exports) ?? manifest.main ?? 'index.js');
  } catch {
    throw new ProviderPackageError(`the package ${module} has an unreadable package.json: install it again`);
  }
}

/** Conditions of a package's exports that hold for an import, in the order of preference. */
const conditions = ['.', 'node', 'import', 'default'] as const;

function importedBy(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  for (const name of conditions) {
    const found = importedBy(Reflect.get(exports, name));
    if (found !== undefined) return found;
  }
  return undefined;
}

const modelSchema = z.custom<LanguageModelV3>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Reflect.get(value, 'specificationVersion') === 'v3' &&
    ['doStream', 'doGenerate'].every((name) => typeof Reflect.get(value, name) === 'function'),
);

function modelOf(provider: unknown, module: string, name: string): LanguageModelV3 {
  const isMaker = typeof provider === 'function' || (typeof provider === 'object' && provider !== null);
  const make: unknown = isMaker ? Reflect.get(provider, 'languageModel') : undefined;
  const model: unknown = typeof make === 'function' ? Reflect.apply(make, provider, [name]) : undefined;
  const read = modelSchema.safeParse(model);
  if (read.success) return read.data;
  throw new ProviderPackageError(
    `the package ${module} has no language model of the interface v3: install the version for AI SDK 6`,
  );
}
