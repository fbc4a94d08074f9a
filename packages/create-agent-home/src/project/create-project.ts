import { mkdir, open, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CreateError } from './create-error.ts';
import { type Language, projectFiles } from './project-files.ts';
import { requireName } from './require-name.ts';

/** The package root has the same distance from `dist/` as from the sources. */
const packageRoot = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../' : '../', import.meta.url),
);

export interface ProjectWish {
  parent: string;
  /** Name of the folder, below `parent`. */
  name: string;
  language: Language;
  /** Origin of the home that the project's packages come from, as `homeIn` returns it. */
  home: string;
}

/**
 * Creates the folder `name` in `parent` with an agent in it, and returns its path. It fails if the name exists, even as a dangling
 * link, so that no file is overwritten or written through a link.
 * @throws CreateError
 */
export async function createProject({ parent, name, language, home }: ProjectWish): Promise<string> {
  requireName(name);
  const folder = join(parent, name);
  const { version } = createRequire(import.meta.url)(join(packageRoot, 'package.json')) as {
    version: string;
  };
  const files = await Promise.all(
    projectFiles[language].map(async ({ from, to }) => {
      const text = await readFile(join(packageRoot, 'templates', language, from), 'utf8');
      const filled = Object.entries({ name, version, home }).reduce(
        (done, [word, value]) => done.replaceAll(`{{${word}}}`, value),
        text,
      );
      return { to, text: filled };
    }),
  );
  await makeFolder(folder, name);
  for (const { to, text } of files) {
    const file = join(folder, to);
    await mkdir(dirname(file), { recursive: true });
    await writeNew(file, text);
  }
  return folder;
}

async function makeFolder(folder: string, name: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (getCode(error) === 'EEXIST')
      throw new CreateError('exists', `${name} exists already: use another name`);
    throw new CreateError(
      'cannot_write',
      `${name} cannot be created here (${getCode(error)}): check the folder`,
      { cause: error },
    );
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  try {
    const handle = await open(file, 'wx');
    await handle.writeFile(text).finally(() => handle.close());
  } catch (error) {
    throw new CreateError('cannot_write', `${file} cannot be written (${getCode(error)}): check the folder`, {
      cause: error,
    });
  }
}

function getCode(error: unknown): string {
  return String((error as { code?: unknown }).code);
}
