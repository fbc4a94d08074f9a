import { InvalidArgumentError } from 'commander';
import { dryRun, project, scope, wholeNumber } from '../../../command-line/common-options.ts';
import { defineCommand } from '../../../command-line/define-command.ts';
import type { AddModelFlags } from './add.ts';

export const modelsAdd = defineCommand<AddModelFlags, [string]>({
  name: 'models add',
  summary: 'add a model to the settings',
  usage: '<name>',
  details: `The provider openai needs no URL. Servers with the same protocol, such as Ollama or vLLM,
need --url. The settings contain the name of the variable with the API key, never the key.`,
  examples: [
    'agent-home models add gpt-5 --key-env OPENAI_API_KEY --default',
    'agent-home models add local --url http://127.0.0.1:11434/v1 --model qwen3:8b',
  ],
  options: [
    { flags: '--model <id>', summary: 'name of the model at the provider; default: NAME' },
    {
      flags: '--provider <provider>',
      summary: 'provider; default: openai, or openai-compatible with --url',
      choices: ['openai', 'openai-compatible', 'emulator'],
    },
    { flags: '--url <url>', summary: 'base URL of the API, with /v1' },
    { flags: '--key-env <variable>', summary: 'environment variable with the API key' },
    {
      flags: '--context-window <tokens>',
      summary: 'size of the context window',
      parse: wholeNumber(256, 100_000_000),
    },
    {
      flags: '--price <input/output>',
      summary: 'price of a million tokens, such as 1.25/10',
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

function readPrice(text: string): { input: number; output: number } {
  const match = /^(\d{1,9}(?:\.\d{1,9})?)\/(\d{1,9}(?:\.\d{1,9})?)$/.exec(text);
  if (!match) throw new InvalidArgumentError('use two numbers, such as 1.25/10');
  return { input: Number(match[1]), output: Number(match[2]) };
}
