import { IgnoreRules } from '../ignoring/ignore-rules.ts';
import { isRefusal } from './file-errors.ts';
import type { OpenFolder } from './open-folder.ts';
import { readingFileIn } from './read-files.ts';

/** Files with rules, the later one before the earlier one. */
const ignoreFiles = ['.gitignore', '.ignore'] as const;
const mostBytes = 64 * 1024;

/** Rules of the folders from the project folder down to one folder. */
export interface IgnoredHere {
  /** Number of names from the project folder. */
  depth: number;
  rules: readonly IgnoreRules[];
}

/** Reads the rules of a folder; empty without such files. A link or an unreadable file has no rules. */
export async function readIgnoreFiles(folder: OpenFolder, depth: number): Promise<IgnoredHere | undefined> {
  const rules: IgnoreRules[] = [];
  for (const name of ignoreFiles) {
    const text = await readText(folder, name).catch((error: unknown) => {
      if (!isRefusal(error)) throw error;
      return undefined;
    });
    if (text !== undefined) rules.push(new IgnoreRules(text));
  }
  return rules.length === 0 ? undefined : { depth, rules };
}

async function readText(folder: OpenFolder, name: string): Promise<string> {
  return readingFileIn(folder, name, name, async (file) => {
    const chunks: Buffer[] = [];
    for await (const chunk of file.chunks(mostBytes)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  });
}

/**
 * Returns true if the rules ignore a path. The rules of the innermost folder come first.
 * @param names path from the project folder
 */
export function isIgnored(
  levels: readonly IgnoredHere[],
  names: readonly string[],
  isFolder: boolean,
): boolean {
  for (const { depth, rules } of levels.toReversed())
    for (const each of rules.toReversed()) {
      const decision = each.decide(names.slice(depth), isFolder);
      if (decision !== undefined) return decision === 'ignored';
    }
  return false;
}
