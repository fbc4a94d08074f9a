import { compileName, type NamePattern } from './match-name.ts';

/** Rules of one file that are read; a file with more is generated. */
const mostRules = 2_000;
const longestRule = 1_000;

/** Pattern of a path: a part for each name, `**` for any number of folders. */
type PathPattern = readonly (NamePattern | '**')[];

interface IgnoreRule {
  isNegated: boolean;
  /** True for a rule that ends with a slash. */
  forFolders: boolean;
  parts: PathPattern;
}

/** Rules of a `.gitignore` or `.ignore` file, as git reads them. */
export class IgnoreRules {
  readonly #rules: readonly IgnoreRule[];

  constructor(text: string) {
    this.#rules = text
      .replace(/^\ufeff/, '')
      .split(/\r?\n/, mostRules)
      .flatMap((line) => readRule(line) ?? []);
  }

  /**
   * Returns the decision of the last rule that matches; undefined without one.
   * @param names path from the folder of the file
   */
  decide(names: readonly string[], isFolder: boolean): 'ignored' | 'kept' | undefined {
    const found = this.#rules.findLast(
      ({ forFolders, parts }) => (isFolder || !forFolders) && matchPath(parts, names),
    );
    if (!found) return undefined;
    return found.isNegated ? 'kept' : 'ignored';
  }
}

function readRule(line: string): IgnoreRule | undefined {
  // Spaces at the end count only behind a backslash.
  const trimmed = line.replace(/(?<!\\) +$/, '');
  if (trimmed === '' || trimmed.startsWith('#') || trimmed.length > longestRule) return undefined;
  const isNegated = trimmed.startsWith('!');
  const pattern = isNegated ? trimmed.slice(1) : trimmed;
  const forFolders = pattern.endsWith('/');
  const path = forFolders ? pattern.slice(0, -1) : pattern;
  // A slash at the beginning or in the middle ties the rule to the folder of the file.
  const names = path.replace(/^\//, '').split('/');
  const parts = compileParts(path.includes('/') ? names : ['**', ...names]);
  return parts && { isNegated, forFolders, parts };
}

function compileParts(names: readonly string[]): PathPattern | undefined {
  const parts: (NamePattern | '**')[] = [];
  for (const name of names) {
    const part = name === '**' ? '**' : compileName(name);
    if (part === undefined || name === '') return undefined;
    if (part !== '**' || parts.at(-1) !== '**') parts.push(part);
  }
  return parts;
}

/** Returns only to the last `**`, so that the time is the product of both lengths. A `**` at the end stands for a name at least. */
function matchPath(parts: PathPattern, names: readonly string[]): boolean {
  let [at, part] = [0, 0];
  let back: { at: number; part: number } | undefined;
  while (at < names.length) {
    const current = parts[part];
    if (current === '**') {
      if (part === parts.length - 1) return true;
      back = { at, part };
      part += 1;
    } else if (current?.(names[at] ?? '')) {
      at += 1;
      part += 1;
    } else if (back) {
      back.at += 1;
      at = back.at;
      part = back.part + 1;
    } else return false;
  }
  return part === parts.length;
}
