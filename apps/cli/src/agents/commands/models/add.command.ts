import { modelApis } from '@agent-home/agent-runtime/definition';
import { InvalidArgumentError } from 'commander';
import { dryRun, project, scope, wholeNumber } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { AddModelFlags } from './add.ts';

export const modelsAdd = defineCommand<AddModelFlags, [string]>({
  name: 'models add',
  summary: 'add a model to the settings',
  usage: '<name>',
  details: `The providers openai, anthropic and google need no URL. Servers with the protocol of OpenAI,
such as Ollama or vLLM, need --url; --api names another protocol.
The settings contain the name of the variable with the API key, never the key.`,
  examples: [
    'agent-home models add gpt-5 --key-env OPENAI_API_KEY --default',
    'agent-home models add claude-sonnet-5 --provider anthropic --key-env ANTHROPIC_API_KEY',
    'agent-home models add local --url http://127.0.0.1:11434/v1 --model qwen3:8b',
  ],
  options: [
    { flags: '--model <id>', summary: 'name of the model at the provider; default: NAME' },
    {
      flags: '--provider <provider>',
      summary: 'provider; default: openai, or openai-compatible with --url',
      choices: ['openai', 'openai-compatible', 'anthropic', 'google', 'emulator'],
    },
    {
      flags: '--api <protocol>',
      summary: 'protocol; default: that of the provider',
      choices: modelApis,
    },
    { flags: '--url <url>', summary: 'base URL of the API, with /v1 or /v1beta' },
    { flags: '--key-env <variable>', summary: 'environment variable with the API key' },
    {
      flags: '--context-window <tokens>',
      summary: 'size of the context window',
      parse: wholeNumber(256, 100_000_000),
    },
    {
      flags: '--price <input/output>',
      summary: 'price of a million tokens, such as 1.25/10; also of the cache, such as 3/15/0.3/3.75',
      parse: readPrice,
    },
    { flags: '--default', summary: 'use it for agents whose file names no model', default: false },
    { flags: '--replace', summary: 'replace a model of the same name', default: false },
    { ...scope, summary: 'settings to change', default: 'global' },
    dryRun,
    project,
  ],
  outputs: { formats: ['table', 'json'], json: 'format' },
  needsHome: false,
  misuse: 2,
  run: async (flags, [name]) => (await import('./add.ts')).addModel(name, flags),
});

function readPrice(text: string): NonNullable<AddModelFlags['price']> {
  const parts = text.split('/');
  const [input, output, cacheRead, cacheWrite] = parts.map((part) =>
    /^\d{1,9}(?:\.\d{1,9})?$/.test(part) ? Number(part) : undefined,
  );
  const isWhole =
    parts.length <= 4 && [input, output, cacheRead, cacheWrite].slice(0, parts.length).every(isNumber);
  if (!isWhole || input === undefined || output === undefined)
    throw new InvalidArgumentError(
      'use two numbers, such as 1.25/10, and two more for reads and writes of the cache',
    );
  return {
    input,
    output,
    ...(cacheRead === undefined ? {} : { cacheRead }),
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
  };
}

function isNumber(value: number | undefined): boolean {
  return value !== undefined;
}
