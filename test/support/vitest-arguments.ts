export type ChosenRun = 'run' | 'watch' | 'all';

/** Options of vitest whose value is the next argument, which would otherwise be mistaken for a path. */
const withValue = new Set([
  '-t',
  '--testNamePattern',
  '--project',
  '--reporter',
  '--outputFile',
  '--testTimeout',
  '--maxWorkers',
  '--retry',
  '--bail',
  '--shard',
  '--exclude',
]);

/** Projects of `npm test`: every suite that needs only Node and takes less than five minutes. */
const usualProjects = ['unit', 'system'];

/**
 * Returns vitest's arguments. Without a path and without `--project` the run has the projects of `npm test`; `all` selects every
 * project that needs no vendor account. A path is searched in every project, so that `npm test -- PATH` runs any test file.
 */
export function vitestArguments(how: ChosenRun, given: readonly string[]): string[] {
  const command = how === 'watch' ? 'watch' : 'run';
  const hasProject = given.some((argument) => argument === '--project' || argument.startsWith('--project='));
  const hasPath = given.some(
    (argument, index) => !argument.startsWith('-') && !withValue.has(given[index - 1] ?? ''),
  );
  const chosen = how === 'all' ? ['!oss'] : usualProjects;
  const projects = hasProject || hasPath ? [] : chosen.flatMap((name) => ['--project', name]);
  return [command, ...projects, ...given];
}
