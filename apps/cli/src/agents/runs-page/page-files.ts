import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunCommandError } from '../../errors/command-errors.ts';

export interface PageFile {
  type: string;
  bytes: Buffer;
}

/** Output of `npm run build`. */
const builtFolder = fileURLToPath(new URL('../../../../console/dist-runs', import.meta.url));

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * Reads the built page into memory, by path; the document has the path ''. A request can name no other file.
 * @throws RunCommandError `page_missing`
 */
export function readPageFiles(folder = builtFolder): Map<string, PageFile> {
  const files = new Map<string, PageFile>();
  for (const name of listFiles(folder)) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const path = name === 'runs.html' ? '' : name.replaceAll('\\', '/');
    files.set(path, { type, bytes: readFileSync(join(folder, name)) });
  }
  if (!files.has(''))
    throw new RunCommandError(
      'page_missing',
      `the runs page is not built: run npm run build in the repository, or install agent-home again (${folder})`,
    );
  return files;
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
