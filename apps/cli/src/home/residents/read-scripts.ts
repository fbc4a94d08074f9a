import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadScripts, ScriptError, type Scripts, type ScriptText } from '@agent-home/model-emulator';
import { ScriptFileError } from '../../errors/command-errors.ts';

/**
 * Reads the scripts in files and folders; those of a folder in the order of their names.
 * @throws ScriptFileError
 */
export async function readScripts(paths: string[]): Promise<Scripts> {
  const files = (await Promise.all(paths.map(scriptFilesAt))).flat();
  const texts = await Promise.all(files.map(readText));
  try {
    return loadScripts(texts);
  } catch (error) {
    if (error instanceof ScriptError)
      throw new ScriptFileError('invalid_script', error.message, { cause: error });
    throw error;
  }
}

async function scriptFilesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new ScriptFileError(
      'invalid_script',
      `${path} does not exist: pass a script or a folder of scripts`,
      { cause },
    );
  });
  if (!found.isDirectory()) return [path];
  const names = (await readdir(path)).filter((name) => /\.ya?ml$/.test(name)).sort();
  if (names.length === 0)
    throw new ScriptFileError('invalid_script', `${path} has no .yaml file: pass a folder of scripts`);
  return names.map((name) => join(path, name));
}

async function readText(file: string): Promise<ScriptText> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ScriptFileError('invalid_script', `${file} cannot be read: check its permissions`, { cause });
  });
  return { file, text };
}
