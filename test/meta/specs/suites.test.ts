import { describe, expect, it } from 'vitest';
import { ciSuites, toExpression } from './suites.ts';

const projects = [
  { name: 'unit', include: ['packages/*/src/**/*.test.ts'], exclude: ['**/*.long.test.ts'] },
  { name: 'system', include: ['test/**/*.test.ts'], exclude: ['**/*.long.test.ts', 'test/oss/**'] },
  { name: 'long', include: ['packages/*/src/**/*.long.test.ts', 'test/**/*.long.test.ts'] },
  { name: 'oss', include: ['test/oss/**/*.test.ts'] },
];
const steps = [
  { report: 'vitest' },
  { report: 'vitest', project: 'long' },
  { report: 'vitest', project: 'oss', nightly: true },
  { report: 'simulation' },
  {},
] as const;

describe('the suites that CI runs', () => {
  const suites = ciSuites(projects, steps);
  const holding = (file: string) => suites.filter(({ has }) => has(file)).map(({ command }) => command);

  it('are its steps with a test report that run with every commit', () => {
    expect(suites.map(({ command }) => command)).toEqual(['npm test', 'npm test -- --project long']);
  });

  it('hold what their projects include and do not exclude', () => {
    expect(holding('test/a/b.test.ts')).toEqual(['npm test']);
    expect(holding('test/b.test.ts')).toEqual(['npm test']);
    expect(holding('packages/a/src/x.test.ts')).toEqual(['npm test']);
    expect(holding('packages/a/src/x.long.test.ts')).toEqual(['npm test -- --project long']);
    expect(holding('test/slow/c.long.test.ts')).toEqual(['npm test -- --project long']);
    expect(holding('test/oss/c.test.ts')).toEqual([]);
    expect(holding('test/a/helper.ts')).toEqual([]);
    expect(holding('test/node_modules/x/y.test.ts')).toEqual([]);
  });

  it('know no pattern that is not understood here', () => {
    expect(toExpression('a.b/*.ts').test('axb/c.ts')).toBe(false);
    expect(() => toExpression('test/{a,b}/*.ts')).toThrow('only * and **');
  });
});
