import { CallPatternError, coversCall, parseCallPattern } from '@agent-home/agent-runtime/definition';

/** Option of a program that does more than the program's name suggests. */
export interface DangerousOption {
  /** Program, and its subcommand if only that one has the option. */
  command: readonly string[];
  /** Arguments with which the option is used, in the order of the command line. */
  option: readonly string[];
  /** Effect of the option, which completes "it …". */
  reason: string;
  /** True if the option counts only before other arguments. */
  isFirst?: true;
}

/** A pattern and the reason why it covers more than it seems to. */
export interface PatternWarning {
  /** Option or command that the pattern covers. */
  covered: string;
  reason: string;
}

const writesFiles = 'writes to any file';
const runsPrograms = 'runs another program';

/** Known options that write files, run programs or connect elsewhere, by program. */
export const dangerousOptions: readonly DangerousOption[] = [
  ...['diff', 'log', 'show'].flatMap((subcommand) => [
    { command: ['git', subcommand], option: ['--output=FILE'], reason: writesFiles },
    { command: ['git', subcommand], option: ['--ext-diff'], reason: `${runsPrograms}: the configured diff` },
    {
      command: ['git', subcommand],
      option: ['--textconv'],
      reason: `${runsPrograms}: the configured filter`,
    },
  ]),
  { command: ['git'], option: ['-c', 'core.pager=PROGRAM'], reason: runsPrograms, isFirst: true },
  { command: ['git', 'grep'], option: ['--open-files-in-pager=PROGRAM'], reason: runsPrograms },
  { command: ['git', 'fetch'], option: ['--upload-pack=PROGRAM'], reason: runsPrograms },
  { command: ['git', 'pull'], option: ['--upload-pack=PROGRAM'], reason: runsPrograms },
  { command: ['git', 'push'], option: ['--receive-pack=PROGRAM'], reason: runsPrograms },
  { command: ['git', 'rebase'], option: ['--exec=COMMAND'], reason: runsPrograms },
  { command: ['find'], option: ['-exec', 'PROGRAM'], reason: runsPrograms },
  { command: ['find'], option: ['-execdir', 'PROGRAM'], reason: runsPrograms },
  { command: ['find'], option: ['-ok', 'PROGRAM'], reason: runsPrograms },
  { command: ['find'], option: ['-delete'], reason: 'deletes files' },
  { command: ['find'], option: ['-fprint', 'FILE'], reason: writesFiles },
  { command: ['tar'], option: ['--to-command=PROGRAM'], reason: runsPrograms },
  { command: ['tar'], option: ['--checkpoint-action=exec=PROGRAM'], reason: runsPrograms },
  { command: ['tar'], option: ['--use-compress-program=PROGRAM'], reason: runsPrograms },
  { command: ['tar'], option: ['-C', 'FOLDER'], reason: 'unpacks into any folder' },
  { command: ['rsync'], option: ['-e', 'PROGRAM'], reason: runsPrograms },
  { command: ['rsync'], option: ['--rsh=PROGRAM'], reason: runsPrograms },
  { command: ['rsync'], option: ['--delete'], reason: 'deletes files' },
  { command: ['ssh'], option: ['-o', 'ProxyCommand=PROGRAM'], reason: runsPrograms },
  { command: ['ssh'], option: ['HOST', 'COMMAND'], reason: 'runs a command on another machine' },
  { command: ['scp'], option: ['-o', 'ProxyCommand=PROGRAM'], reason: runsPrograms },
  { command: ['xargs'], option: ['PROGRAM'], reason: runsPrograms },
  { command: ['env'], option: ['PROGRAM'], reason: runsPrograms },
  ...['awk', 'gawk', 'mawk'].map((program) => ({
    command: [program],
    option: ['SCRIPT'],
    reason: 'runs programs and writes files as the script says',
  })),
  { command: ['sed'], option: ['-i'], reason: 'changes files in place' },
  { command: ['sed'], option: ['--in-place'], reason: 'changes files in place' },
  { command: ['sed'], option: ['-e', 's/x/y/e'], reason: `${runsPrograms}: the flag e of a substitution` },
  { command: ['sort'], option: ['-o', 'FILE'], reason: writesFiles },
  { command: ['sort'], option: ['--compress-program=PROGRAM'], reason: runsPrograms },
  { command: ['rg'], option: ['--pre=PROGRAM'], reason: runsPrograms },
  { command: ['curl'], option: ['-o', 'FILE'], reason: writesFiles },
  { command: ['curl'], option: ['--data=@FILE'], reason: 'sends a file to another machine' },
  { command: ['wget'], option: ['-O', 'FILE'], reason: writesFiles },
  { command: ['zip'], option: ['-TT', 'PROGRAM'], reason: runsPrograms },
];

/**
 * Returns the known dangerous options that a pattern covers, without repetitions.
 * @param pattern as typed; a text that is no pattern covers nothing
 */
export function dangersOf(pattern: string): PatternWarning[] {
  const parsed = parse(pattern);
  if (!parsed) return [];
  if (parsed.kind === 'tool')
    return parsed.tool === 'bash' ? [{ covered: 'every command', reason: runsPrograms }] : [];
  if (parsed.kind !== 'command') return [];
  return dangerousOptions
    .filter((danger) => coversDanger(parsed, danger))
    .map(({ command, option, reason }) => {
      // A pattern for the program alone does not name the subcommand that has the option.
      const isNamed = command.length === 1 || parsed.words.length >= command.length;
      return { covered: (isNamed ? option : [...command, ...option]).join(' '), reason };
    });
}

/** Returns the lines that warn about a pattern; empty without a known danger. */
export function warningLines(pattern: string): string[] {
  const dangers = dangersOf(pattern);
  if (dangers.length === 0) return [];
  const shown = dangers.slice(0, mostShown).map(({ covered, reason }) => `${covered} (${reason})`);
  const more = dangers.length > mostShown ? [`and ${dangers.length - mostShown} more`] : [];
  return [`  warning    ${pattern} covers ${[...shown, ...more].join(', ')}`];
}

/** Maximum number of options in a warning. */
const mostShown = 4;

function parse(pattern: string): CallPattern | undefined {
  try {
    return parseCallPattern(pattern);
  } catch (error) {
    if (error instanceof CallPatternError) return undefined;
    throw error;
  }
}

type CallPattern = ReturnType<typeof parseCallPattern>;
type CommandPattern = Extract<CallPattern, { kind: 'command' }>;

function coversDanger(pattern: CommandPattern, { command, option, isFirst }: DangerousOption): boolean {
  const covers = (words: readonly string[]) =>
    coversCall(pattern, { tool: pattern.tool, arguments: { command: words.map(quote).join(' ') } });
  const words = pattern.words.map((word) => word.replaceAll('*', 'x'));
  const [program = ''] = pattern.words;
  const named = [program, ...command.slice(1)];
  if (program.split('/').at(-1) !== command[0]) return false;
  // The pattern ends before the subcommand: `git *`.
  if (covers([...named, ...option])) return true;
  if (isFirst) return false;
  if (!named.every((word, index) => isWord(pattern.words[index], word))) return false;
  if (pattern.hasMore) return true;
  // One word of the pattern names the option or stands for it: `find . -delete`, `git diff --*`.
  return words.some((_, index) => {
    if (index < named.length) return false;
    return covers([...words.slice(0, index), ...option, ...words.slice(index + option.length)]);
  });
}

function isWord(token: string | undefined, word: string): boolean {
  return token !== undefined && (token === word || token === '*');
}

/** Quotes a word, so that it stays one literal argument. */
function quote(word: string): string {
  return `'${word.replaceAll("'", '')}'`;
}
