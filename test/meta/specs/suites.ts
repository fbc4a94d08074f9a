/** Test suite that CI runs, with the command that a contributor types for it. */
export interface Suite {
  /** `npm test`, `npm test -- --project long`. */
  command: string;
  has(file: string): boolean;
}

/** Files of a vitest project. */
export interface ProjectFiles {
  name: string;
  include: readonly string[];
  exclude?: readonly string[];
}

/** Step of CI, with its suite-related members. */
export interface TestStep {
  report?: 'vitest' | 'simulation';
  project?: string;
  nightly?: boolean;
}

/** Projects of `npm test`, the one step that names none. */
const usualProjects = ['unit', 'system'];

/** Returns the suites that the steps of CI run with every commit. */
export function ciSuites(projects: readonly ProjectFiles[], steps: readonly TestStep[]): Suite[] {
  const run = steps.filter(({ report, nightly }) => report === 'vitest' && nightly !== true);
  // A project may be split into several steps.
  return [...new Set(run.map(({ project }) => project))].map((project) => {
    const names = project === undefined ? usualProjects : [project];
    const matchers = projects.filter(({ name }) => names.includes(name)).map(isMatcher);
    return {
      command: project === undefined ? 'npm test' : `npm test -- --project ${project}`,
      has: (file) => matchers.some((matches) => matches(file)),
    };
  });
}

function isMatcher({ include, exclude = [] }: ProjectFiles): (file: string) => boolean {
  const included = include.map(toExpression);
  const excluded = ['**/node_modules/**', ...exclude].map(toExpression);
  return (file) =>
    included.some((expression) => expression.test(file)) &&
    !excluded.some((expression) => expression.test(file));
}

/** Returns the expression for a pattern with `*` (within a folder) and `**` (over folders), the two that our projects use. */
export function toExpression(pattern: string): RegExp {
  if (/[?{}[\]!()]/.test(pattern)) throw new Error(`${pattern}: only * and ** are known here`);
  const source = pattern
    .replaceAll(/[.+^$|\\]/g, '\\$&')
    .replaceAll(/\*\*\/|\*\*|\*/g, (stars) => ({ '**/': '(?:.*/)?', '**': '.*' })[stars] ?? '[^/]*');
  return new RegExp(`^${source}$`);
}
