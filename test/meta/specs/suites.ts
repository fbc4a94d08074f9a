/** A run of tests that CI makes, by the command that one types for it. */
export interface Suite {
  /** `npm test`, `npm run test:long`. */
  command: string;
  /** Of vitest. */
  config: string;
  has(file: string): boolean;
}

/** What a vitest configuration says of its files. */
export interface TestFiles {
  include: readonly string[];
  exclude: readonly string[];
}

const defaultConfig = 'vitest.config.ts';

/** Which scripts of the package run vitest, and with which configuration. */
export function vitestScripts(scripts: Record<string, string>): { script: string; config: string }[] {
  return Object.entries(scripts).flatMap(([script, command]) => {
    if (!/^vitest run\b/.test(command)) return [];
    const config = /--config (\S+)/.exec(command)?.[1] ?? defaultConfig;
    return [{ script, config }];
  });
}

/** The scripts that CI's own script runs as a step, the comments in it left out. */
export function stepsOf(ciRun: string): Set<string> {
  const steps = ciRun.matchAll(/^ *step "[^"]*" npm (?:run (?:--silent )?)?(test(?::[\w-]+)?)(?=\s|$)/gm);
  return new Set([...steps].map(([, script = '']) => script));
}

/** The suites of the package that CI runs. `filesOf` answers what a configuration includes. */
export function ciSuites(
  scripts: Record<string, string>,
  ciRun: string,
  filesOf: (config: string) => TestFiles,
): Suite[] {
  const steps = stepsOf(ciRun);
  return vitestScripts(scripts)
    .filter(({ script }) => steps.has(script))
    .map(({ script, config }) => {
      const { include, exclude } = filesOf(config);
      const [isIncluded, isExcluded] = [matcherOf(include), matcherOf(exclude)];
      return {
        command: script === 'test' ? 'npm test' : `npm run ${script}`,
        config,
        has: (file) => isIncluded(file) && !isExcluded(file),
      };
    });
}

function matcherOf(patterns: readonly string[]): (file: string) => boolean {
  const expressions = patterns.map(expressionOf);
  return (file) => expressions.some((expression) => expression.test(file));
}

/** Of the patterns that vitest knows the two that we write: `*` within a folder, `**` over folders. */
export function expressionOf(pattern: string): RegExp {
  if (/[?{}[\]!()]/.test(pattern)) throw new Error(`${pattern}: only * and ** are known here`);
  const source = pattern
    .replaceAll(/[.+^$|\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.*/)?', '**': '.*' })[stars] ?? '[^/]*');
  return new RegExp(`^${source}$`);
}
