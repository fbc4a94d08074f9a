import { imagePin, npmPin, type PackagePin, pythonPin } from './package-pin.ts';

interface Runner {
  /** Words before the package: `dlx` of `pnpm dlx`. */
  verb?: string;
  pin(word: string): PackagePin;
  /** Options that name a package; without such an option, the first word that is no option names it. */
  packageOptions: readonly string[];
  /** Options without a value; if set, all others consume the next word. Otherwise only those in `takesWords` do. */
  flags?: readonly string[];
  takesWords?: readonly string[];
}

const npmOptions = ['-p', '--package'];
const pythonTakes = ['--with', '--python', '-p', '--index-url', '--index', '--spec'];
const imageFlags = [
  ...[
    '-i',
    '-t',
    '-it',
    '-ti',
    '-d',
    '--rm',
    '--init',
    '--privileged',
    '--read-only',
    '--interactive',
    '--tty',
  ],
  ...[
    '--detach',
    '--no-healthcheck',
    '-P',
    '--publish-all',
    '--sig-proxy',
    '--oom-kill-disable',
    '-q',
    '--quiet',
  ],
];

/** Programs that download the code that they run. */
const runners: Record<string, readonly Runner[]> = {
  npx: [
    { pin: npmPin, packageOptions: npmOptions, takesWords: ['-c', '--call', '--userconfig', '--registry'] },
  ],
  bunx: [{ pin: npmPin, packageOptions: npmOptions }],
  pnpx: [{ pin: npmPin, packageOptions: npmOptions }],
  npm: [
    { verb: 'exec', pin: npmPin, packageOptions: npmOptions, takesWords: ['-c', '--call'] },
    { verb: 'x', pin: npmPin, packageOptions: npmOptions, takesWords: ['-c', '--call'] },
  ],
  pnpm: [{ verb: 'dlx', pin: npmPin, packageOptions: ['--package'] }],
  yarn: [{ verb: 'dlx', pin: npmPin, packageOptions: npmOptions }],
  bun: [{ verb: 'x', pin: npmPin, packageOptions: npmOptions }],
  uvx: [{ pin: pythonPin, packageOptions: ['--from'], takesWords: pythonTakes }],
  pipx: [{ verb: 'run', pin: pythonPin, packageOptions: ['--spec'], takesWords: pythonTakes }],
  uv: [{ verb: 'tool run', pin: pythonPin, packageOptions: ['--from'], takesWords: pythonTakes }],
  docker: [{ verb: 'run', pin: imagePin, packageOptions: [], flags: imageFlags }],
  podman: [{ verb: 'run', pin: imagePin, packageOptions: [], flags: imageFlags }],
};

/**
 * Returns the packages that a command fetches and runs, each with its version if it is exact. Empty for a local program or file,
 * which is the same at each start. A shell command, such as `sh -c "npx x"`, is split into words. Quoting can at worst hide a note,
 * and the whole command is shown as well.
 */
export function commandPins(command: string, args: readonly string[]): PackagePin[] {
  const name = getBase(command);
  if (['sh', 'bash', 'zsh', 'dash'].includes(name)) return shellPins(args);
  if (name === 'env') {
    const start = args.findIndex((word) => !word.startsWith('-') && !/^[A-Za-z_]\w*=/.test(word));
    const [inner, ...rest] = start < 0 ? [] : args.slice(start);
    return inner === undefined ? [] : commandPins(inner, rest);
  }
  if (!Object.hasOwn(runners, name)) return [];
  const runner = runners[name]?.find(({ verb = '' }) =>
    `${args.join(' ')} `.startsWith(verb === '' ? '' : `${verb} `),
  );
  if (!runner) return [];
  const words = args.slice((runner.verb ?? '').split(' ').filter((word) => word !== '').length);
  return collectPackages(words, runner).filter(isNoFile).map(runner.pin);
}

const getBase = (command: string) => (command.split(/[\\/]/).at(-1) ?? '').replace(/\.(?:exe|cmd)$/i, '');
const isNoFile = (word: string) => !/^(?:\.{0,2}[\\/]|file:|[A-Za-z]:\\)/.test(word);

function shellPins(args: readonly string[]): PackagePin[] {
  const at = args.findIndex((word) => /^-[a-z]*c$/.test(word));
  const script = at < 0 ? undefined : args[at + 1];
  return (script ?? '').split(/&&|\|\||[;|\n]/).flatMap((part) => {
    const [inner, ...rest] = part.split(/\s+/).filter((word) => word !== '');
    return inner === undefined || ['sh', 'bash', 'zsh', 'dash'].includes(getBase(inner))
      ? []
      : commandPins(
          inner,
          rest.map((word) => word.replaceAll(/^['"]|['"]$/g, '')),
        );
  });
}

function collectPackages(words: readonly string[], runner: Runner): string[] {
  const { packageOptions, takesWords = [], flags } = runner;
  const named: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [option = '', value] = word.startsWith('--') ? word.split(/=(.*)/s) : [word];
    if (packageOptions.includes(option)) {
      const given = value ?? words[at + 1];
      if (value === undefined) at += 1;
      if (given !== undefined) named.push(given);
    } else if (word === '--') {
      return named.length > 0 ? named : words.slice(at + 1, at + 2);
    } else if (word.startsWith('-')) {
      const takesNext = flags ? !flags.includes(option) : takesWords.includes(option);
      if (takesNext && value === undefined) at += 1;
    } else {
      return named.length > 0 ? named : [word];
    }
  }
  return named;
}
