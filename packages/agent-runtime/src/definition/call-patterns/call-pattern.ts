import type { JsonObject } from '@agent-home/protocol';
import { simpleCommand } from './simple-command.ts';

/** Calls that a person allows in advance: a tool, optionally with a pattern of its argument. */
export type CallPattern =
  | { kind: 'tool'; tool: string }
  /** Every tool of a server: `mcp.github.*`. */
  | { kind: 'server'; prefix: string }
  | { kind: 'command'; tool: string; words: readonly string[]; hasMore: boolean }
  | { kind: 'path'; tool: string; segments: readonly string[] };

/** Thrown for a text that is no pattern. Code `invalid_pattern`. */
export class CallPatternError extends Error {
  override readonly name = 'CallPatternError';
  readonly code = 'invalid_pattern';
}

/** Tools whose argument may have a pattern, with the arguments that do not change the meaning of it. */
const subjects: Readonly<Record<string, { argument: 'command' | 'path'; others: readonly string[] }>> = {
  bash: { argument: 'command', others: ['timeout_ms', 'background'] },
  read_file: { argument: 'path', others: ['offset', 'skip_bytes', 'limit'] },
  write_file: { argument: 'path', others: ['content'] },
  edit_file: { argument: 'path', others: ['old_text', 'new_text', 'replace_all', 'edits'] },
  delete_file: { argument: 'path', others: [] },
};

const longest = 500;

/**
 * Reads a pattern such as `bash(git diff *)`, `write_file(docs/**)`, `git_commit` or `mcp.github.*`.
 *
 * In a command, a last `*` stands for any further arguments and a `*` within a word for any characters of that argument. In a
 * path, `*` stands for characters of one name and `**` for any folders.
 * @throws CallPatternError
 */
export function parseCallPattern(text: string): CallPattern {
  const [, tool = '', inside] = /^([a-zA-Z0-9_.-]+?(?:\.\*)?)(?:\((.*)\))?$/.exec(text.trim()) ?? [];
  if (tool === '' || text.length > longest)
    throw new CallPatternError(
      `${JSON.stringify(text.slice(0, 80))} is not a pattern: write a tool, mcp.SERVER.*, bash(COMMAND) or write_file(PATH)`,
    );
  if (tool.endsWith('.*')) return readServer(tool, inside);
  if (inside === undefined) return { kind: 'tool', tool };
  const subject = Object.hasOwn(subjects, tool) ? subjects[tool] : undefined;
  if (!subject)
    throw new CallPatternError(
      `${tool} takes no pattern in brackets: only ${Object.keys(subjects).join(', ')} do`,
    );
  return subject.argument === 'command' ? readCommand(tool, inside) : readPath(tool, inside);
}

function readServer(tool: string, inside: string | undefined): CallPattern {
  const prefix = tool.slice(0, -1);
  if (inside !== undefined || !/^mcp\.[^.]+\.$/.test(prefix))
    throw new CallPatternError(
      `${tool} is not a pattern: * stands for the tools of one server, as in mcp.github.*`,
    );
  return { kind: 'server', prefix };
}

function readCommand(tool: string, inside: string): CallPattern {
  const tokens = inside.trim().split(/ +/);
  const hasMore = tokens.length > 1 && tokens.at(-1) === '*';
  const words = hasMore ? tokens.slice(0, -1) : tokens;
  const literal = simpleCommand(words.join(' ').replaceAll('*', 'x'));
  if (literal === undefined || /['"]/.test(inside) || words[0]?.includes('*') === true)
    throw new CallPatternError(
      `${tool}(${inside.slice(0, 80)}) is not a pattern: write a program and plain arguments, as in bash(git diff *)`,
    );
  return { kind: 'command', tool, words, hasMore };
}

function readPath(tool: string, inside: string): CallPattern {
  const segments = getSegments(inside.trim());
  if (segments === undefined || segments.some((segment) => segment !== '**' && segment.includes('**')))
    throw new CallPatternError(
      `${tool}(${inside.slice(0, 80)}) is not a pattern: write a path of the project, as in ${tool}(docs/**)`,
    );
  return { kind: 'path', tool, segments };
}

/** Returns the names of a relative path; undefined for one that leaves its folder or that systems read differently. */
function getSegments(path: string): string[] | undefined {
  const names = path.replace(/^\.\//, '').split('/');
  const isPlain = names.every(
    (name) => name !== '' && name !== '.' && name !== '..' && !/[\\:\p{Cc}\p{Cf}]/u.test(name),
  );
  return isPlain && !names[0]?.startsWith('~') ? names : undefined;
}

/**
 * Returns true if a pattern's meaning includes a call. The arguments are parsed, so no text that a shell or a file system reads as
 * something else is covered.
 * @param call canonical name of the tool, and the exact arguments
 */
export function coversCall(pattern: CallPattern, call: { tool: string; arguments: JsonObject }): boolean {
  if (pattern.kind === 'server') return call.tool.startsWith(pattern.prefix);
  if (call.tool !== pattern.tool) return false;
  if (pattern.kind === 'tool') return true;
  const subject = subjects[pattern.tool];
  if (!subject) return false;
  const { [subject.argument]: value, ...others } = call.arguments;
  if (typeof value !== 'string' || Object.keys(others).some((name) => !subject.others.includes(name)))
    return false;
  if (pattern.kind === 'path') {
    const names = getSegments(value);
    return names !== undefined && matchesPath(pattern.segments, names);
  }
  const words = simpleCommand(value);
  if (!words || words.length < pattern.words.length) return false;
  if (!pattern.hasMore && words.length > pattern.words.length) return false;
  return pattern.words.every((token, index) => matchesWord(token, words[index] ?? ''));
}

function matchesPath(segments: readonly string[], names: readonly string[]): boolean {
  // Reachable positions of the path after each segment, so that the time is bounded by their product.
  let reached = new Set([0]);
  for (const [index, segment] of segments.entries()) {
    const next = new Set<number>();
    if (segment === '**') {
      // `docs/**` is everything below docs, not docs itself.
      const least = Math.min(...reached) + (index === segments.length - 1 ? 1 : 0);
      for (let to = least; to <= names.length; to++) next.add(to);
    } else
      for (const at of reached)
        if (at < names.length && matchesWord(segment, names[at] ?? '')) next.add(at + 1);
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(names.length);
}

/** `*` stands for any characters. */
function matchesWord(token: string, word: string): boolean {
  const [first = '', ...rest] = token.split('*');
  if (rest.length === 0) return token === word;
  const last = rest.pop() ?? '';
  if (word.length < first.length + last.length || !word.startsWith(first) || !word.endsWith(last))
    return false;
  let at = first.length;
  const end = word.length - last.length;
  for (const part of rest) {
    const found = word.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Programs whose second word names what they do. */
const withSubcommands = new Set([
  ...[
    'git',
    'npm',
    'pnpm',
    'yarn',
    'cargo',
    'go',
    'docker',
    'kubectl',
    'make',
    'gh',
    'pip',
    'uv',
    'deno',
    'bun',
  ],
]);
/** Programs that run what their arguments say: only the exact command is suggested. */
const runners = new Set([
  ...[
    'sh',
    'bash',
    'zsh',
    'dash',
    'fish',
    'env',
    'sudo',
    'doas',
    'xargs',
    'nohup',
    'nice',
    'timeout',
    'eval',
  ],
  ...[
    'exec',
    'command',
    'source',
    '.',
    'node',
    'python',
    'python3',
    'perl',
    'ruby',
    'npx',
    'ssh',
    'find',
    'awk',
  ],
  ...['rm', 'mv', 'dd', 'chmod', 'chown', 'curl', 'wget', 'kill', 'tee', 'sed', 'git-shell'],
]);

/**
 * Suggests a pattern for calls like this one; undefined if none is sensible, such as for a compound command.
 * @param call canonical name of the tool, and the exact arguments
 */
export function suggestPattern(call: { tool: string; arguments: JsonObject }): string | undefined {
  const suggested = suggest(call);
  try {
    // A suggestion that does not cover the call would mislead.
    return suggested !== undefined && coversCall(parseCallPattern(suggested), call) ? suggested : undefined;
  } catch {
    return undefined;
  }
}

function suggest({ tool, arguments: args }: { tool: string; arguments: JsonObject }): string | undefined {
  const subject = Object.hasOwn(subjects, tool) ? subjects[tool] : undefined;
  if (!subject) return tool;
  const value = args[subject.argument];
  if (typeof value !== 'string') return undefined;
  if (subject.argument === 'path') {
    const names = getSegments(value);
    if (names === undefined) return undefined;
    return `${tool}(${names.length === 1 ? value.replace(/^\.\//, '') : `${names.slice(0, -1).join('/')}/**`})`;
  }
  const words = simpleCommand(value);
  const [program = '', subcommand = ''] = words ?? [];
  if (!words) return undefined;
  if (runners.has(program) || program.includes('/')) return `${tool}(${words.join(' ')})`;
  if (!withSubcommands.has(program))
    return words.length === 1 ? `${tool}(${program})` : `${tool}(${program} *)`;
  return /^[a-z][a-z0-9:-]*$/.test(subcommand)
    ? `${tool}(${program} ${subcommand} *)`
    : `${tool}(${words.join(' ')})`;
}
