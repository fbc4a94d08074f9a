import type { Document, Found } from './read-document.ts';

/** Scripts, files and commands that documents may name. */
interface Tools {
  /** Scripts of the root's package.json. */
  scripts: ReadonlySet<string>;
  /** Returns true if such a file or folder exists. */
  has(path: string): boolean;
  /** Returns the output of `agent-home WORDS --help`, or undefined if there is no such command. */
  help(words: string[]): string | undefined;
}

/** Built-in commands of npm, in package.json or not. */
const npmCommands = new Set([
  'audit',
  'ci',
  'config',
  'create',
  'exec',
  'install',
  'pack',
  'publish',
  'run',
  'start',
  'test',
  'view',
]);
const placeholder = /^[A-Z][A-Z_]*$|[<>[\]…|]|^\.\.\.$/;

/** Splits a line of shell into its commands, each as a list of words, without variables in front and without pipes. */
function toWords(line: string): string[][] {
  const plain = line.replaceAll(/"[^"]*"|'[^']*'/g, 'TEXT').replace(/\s#\s.*$/, '');
  return plain
    .split(/&&|\|\||[;|]/)
    .map((part) => part.trim().split(/\s+/))
    .map((words) => words.slice(words.findIndex((word) => !/^[A-Z_]+=/.test(word))));
}

function findProblem(words: string[], tools: Tools): string | undefined {
  const [program = '', ...rest] = words[0] === 'npx' ? words.slice(1) : words;
  if (program === 'npm') return npmProblem(rest, tools);
  if (program === 'agent-home') return homeProblem(rest, tools);
  if (!/^(\.\/|tsx$|node$|vitest$|bash$|sh$|python3$)/.test(program)) return undefined;
  const path = words.find((word) =>
    /^(\.\/|test\/|packages\/|apps\/|infra\/|\.ci\/|docs\/|examples\/)/.test(word),
  );
  if (path && !placeholder.test(path) && !path.includes('*') && !tools.has(path.replace(/^\.\//, '')))
    return `there is no ${path}`;
  return undefined;
}

function npmProblem([command = '', ...rest]: string[], { scripts }: Tools): string | undefined {
  if (command === 'run') {
    const name = rest.find((word) => !word.startsWith('-'));
    return name === undefined || scripts.has(name) || placeholder.test(name)
      ? undefined
      : `there is no script ${name}`;
  }
  return npmCommands.has(command) || placeholder.test(command) ? undefined : `npm has no command ${command}`;
}

/** Checks a command of `agent-home`: its help has to name each argument and flag. */
function homeProblem(words: string[], tools: Tools): string | undefined {
  if (words.length === 0) return undefined;
  const plain = words.filter((word) => !word.startsWith('-'));
  const isCommand = (word: string | undefined) => word !== undefined && /^[a-z][a-z-]*$/.test(word);
  const [first, second, third] = [plain[0], plain[1], plain[2]].map(isCommand);
  const help =
    (first && second && third ? tools.help(plain.slice(0, 3)) : undefined) ??
    (first && second ? tools.help(plain.slice(0, 2)) : undefined) ??
    tools.help(first ? plain.slice(0, 1) : []);
  if (help === undefined) return `agent-home has no command ${plain.slice(0, 2).join(' ')}`;
  const flags = words.filter((word) => /^--[a-z]/.test(word)).map((word) => word.split('=')[0] as string);
  const unknown = flags.filter((flag) => flag !== '--help' && flag !== '--version' && !help.includes(flag));
  return unknown.length === 0 ? undefined : `agent-home ${plain[0] ?? ''} knows no ${unknown.join(', ')}`;
}

/** Returns the commands of a document that name something missing, each as `file:line: …`. */
export function brokenCommands(file: string, document: Document, tools: Tools): string[] {
  const inSentences: Found[] = document.code.filter(({ text }) => /^(npm|npx|agent-home) /.test(text));
  const problems: string[] = [];
  for (const { line, text } of [...document.shell, ...inSentences]) {
    for (const words of toWords(text)) {
      const problem = findProblem(words, tools);
      if (problem !== undefined) problems.push(`${file}:${line}: ${problem} (${text})`);
    }
  }
  return problems;
}
