import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { CreateError } from '../project/create-error.ts';
import type { Language } from '../project/project-files.ts';

export interface Wishes {
  name?: string | undefined;
  language?: Language | undefined;
  /** Address of a home, as it was typed. */
  home?: string | undefined;
  help: boolean;
}

/** Parses the command line. @throws CreateError `invalid_arguments` */
export function wishesIn(words: string[]): Wishes {
  try {
    const { values, positionals } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        typescript: { type: 'boolean', default: false },
        python: { type: 'boolean', default: false },
        home: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (positionals.length > 1 || (values.typescript && values.python)) throw new Error('too many');
    const language = values.typescript ? 'typescript' : values.python ? 'python' : undefined;
    return { name: positionals[0], language, home: values.home, help: values.help };
  } catch (error) {
    throw new CreateError(
      'invalid_arguments',
      'pass one name and either --typescript or --python: npm create agent-home my-agent -- --typescript --home URL',
      { cause: error },
    );
  }
}

/** Prompts for missing values in a terminal. @throws CreateError `no_terminal` */
export async function complete({ name, language }: Wishes): Promise<{ name: string; language: Language }> {
  if (name !== undefined && language !== undefined) return { name, language };
  if (!process.stdin.isTTY)
    throw new CreateError(
      'no_terminal',
      'no terminal for prompts: run npm create agent-home NAME -- --typescript (or --python)',
    );
  return {
    name: name ?? ((await ask('Name of the folder (my-agent): ')) || 'my-agent'),
    language: language ?? languageIn(await ask('TypeScript or Python? (t/p): ')),
  };
}

function languageIn(answer: string): Language {
  if (/^t/i.test(answer)) return 'typescript';
  if (/^p/i.test(answer)) return 'python';
  throw new CreateError('invalid_arguments', 'the language has to be TypeScript or Python');
}

async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stdout, terminal: false });
  try {
    const ended = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
    return (await Promise.race([reader.question(question), ended])).trim();
  } finally {
    reader.close();
  }
}
