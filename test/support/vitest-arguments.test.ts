import { expect, test } from 'vitest';
import { type ChosenRun, vitestArguments } from './vitest-arguments.ts';

const usual = ['--project', 'unit', '--project', 'system'];

test.each<[string, ChosenRun, string[], string[]]>([
  ['nothing', 'run', [], ['run', ...usual]],
  ['a name', 'run', ['-t', 'rejects a path'], ['run', ...usual, '-t', 'rejects a path']],
  ['a report', 'run', ['--outputFile.json=/tmp/r.json'], ['run', ...usual, '--outputFile.json=/tmp/r.json']],
  ['a path', 'run', ['test/console/live.test.ts'], ['run', 'test/console/live.test.ts']],
  ['a path and a name', 'run', ['live', '-t', 'x'], ['run', 'live', '-t', 'x']],
  ['a project', 'run', ['--project', 'long'], ['run', '--project', 'long']],
  ['a project with =', 'run', ['--project=long'], ['run', '--project=long']],
  ['watching', 'watch', [], ['watch', ...usual]],
  ['watching a path', 'watch', ['packages/access'], ['watch', 'packages/access']],
  ['everything', 'all', [], ['run', '--project', '!oss']],
])('chooses the projects of a test run: %s', (_, how, given, expected) => {
  expect(vitestArguments(how, given)).toEqual(expected);
});
