import { readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import { GoogleGenAI } from '@google/genai';
import OpenAI from 'openai';
import { onTestFinished } from 'vitest';
import { loadScripts, type ModelEmulator, type ModelEmulatorOptions, startModelEmulator } from '../index.ts';

export interface TestEmulator extends ModelEmulator {
  logged: Record<string, unknown>[];
  openai: OpenAI;
  anthropic: Anthropic;
  google: GoogleGenAI;
}

/** The script of docs/model-emulator.md. */
export const greeter = readFileSync(
  new URL('../../../../examples/model-scripts/greeter.yaml', import.meta.url),
  'utf8',
);

/** Starts an emulator with a script, and the vendors' clients for it, without retries. It is closed when the test ends. */
export async function startTestEmulator(
  script: string,
  options: Partial<ModelEmulatorOptions> = {},
): Promise<TestEmulator> {
  const logged: Record<string, unknown>[] = [];
  const scripts = loadScripts([{ file: 'test.yaml', text: script }]);
  const emulator = await startModelEmulator({ scripts, log: (entry) => logged.push(entry), ...options });
  onTestFinished(() => emulator.close());
  const { url } = emulator;
  return {
    ...emulator,
    logged,
    openai: new OpenAI({ baseURL: `${url}/v1`, apiKey: 'sk-test', maxRetries: 0 }),
    google: new GoogleGenAI({ apiKey: 'gemini-test', httpOptions: { baseUrl: url } }),
    anthropic: new Anthropic({ baseURL: url, apiKey: 'sk-ant-test', maxRetries: 0 }),
  };
}
