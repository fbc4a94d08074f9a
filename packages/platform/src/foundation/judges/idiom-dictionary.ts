import { open } from 'node:fs/promises';
import { normalForm } from '@agent-home/protocol';

/** Decides if a phrase is an idiom. An operator may provide a larger dictionary. */
export interface IdiomDictionary {
  has(idiom: string): boolean;
}

export type IdiomFileCode = 'too_large' | 'not_utf8' | 'bad_line' | 'empty';

/** Thrown for a file that is not a list of idioms. `line` counts from one. */
export class IdiomFileError extends Error {
  readonly code: IdiomFileCode;
  readonly line: number | undefined;

  constructor(code: IdiomFileCode, message: string, line?: number) {
    super(message);
    this.name = 'IdiomFileError';
    this.code = code;
    this.line = line;
  }
}

const maxBytes = 4 * 1024 * 1024;
const maxIdiomCharacters = 20;
/** Long idioms have a comma in the middle. */
const idiomForm = /^\p{Script=Han}[\p{Script=Han}，]*\p{Script=Han}$/u;

/** The idioms that come with the platform. */
export const ownIdiomsFile = new URL('../../../data/idioms.txt', import.meta.url);

/** Reads one idiom per line, UTF-8, at most 4 MiB; empty lines and lines that start with `#` are left out. */
export async function loadIdioms(file: URL | string = ownIdiomsFile): Promise<IdiomDictionary> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size > maxBytes) throw new IdiomFileError('too_large', `the list has more than ${maxBytes} bytes`);
    return parseIdioms(toText(await handle.readFile()));
  } finally {
    await handle.close();
  }
}

export function parseIdioms(text: string): IdiomDictionary {
  const idioms = new Set<string>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const idiom = spelling(line);
    if (idiom === '' || idiom.startsWith('#')) continue;
    if (!idiomForm.test(idiom) || [...idiom].length > maxIdiomCharacters)
      throw new IdiomFileError(
        'bad_line',
        `line ${index + 1} is not an idiom; correct or remove it`,
        index + 1,
      );
    idioms.add(idiom);
  }
  if (idioms.size === 0) throw new IdiomFileError('empty', 'the list has no idioms; add one per line');
  return { has: (idiom) => idioms.has(spelling(idiom)) };
}

function toText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new IdiomFileError('not_utf8', 'the list is not UTF-8; convert it');
    throw error;
  }
}

function spelling(text: string): string {
  return normalForm(text, 'NFC').trim();
}
