import { describe, expect, it } from 'vitest';
import { ciSuites, expressionOf, stepsOf } from './suites.ts';

const scripts = {
  test: 'vitest run',
  'test:long': 'vitest run --config vitest.long.config.ts',
  'test:oss': 'vitest run --config vitest.oss.config.ts',
  lint: 'biome check .',
};
const ciRun = [
  'step "npm ci" npm ci --no-audit',
  'step "npm test" npm test -- --reporter=default',
  '# step "npm run test:oss" npm run --silent test:oss',
  '  step "npm run test:long" npm run --silent test:long -- --reporter=json',
  'step "lint" npm run --silent lint',
  'echo "npm run test:oss"',
].join('\n');
const filesOf = (config: string) =>
  ({
    'vitest.config.ts': {
      include: ['test/**/*.test.ts'],
      exclude: ['test/slow/*.test.ts', '**/node_modules/**'],
    },
    'vitest.long.config.ts': { include: ['test/slow/*.test.ts'], exclude: [] },
    'vitest.oss.config.ts': { include: ['test/compatibility/oss/**/*.test.ts'], exclude: [] },
  })[config] ?? { include: [], exclude: [] };

describe('the suites that CI runs', () => {
  const suites = ciSuites(scripts, ciRun, filesOf);
  const holding = (file: string) => suites.filter(({ has }) => has(file)).map(({ command }) => command);

  it('are those of its steps, not of its comments and not of what it prints', () => {
    expect([...stepsOf(ciRun)]).toEqual(['test', 'test:long']);
    expect(suites.map(({ command }) => command)).toEqual(['npm test', 'npm run test:long']);
  });

  it('hold what their configuration includes and does not exclude', () => {
    expect(holding('test/a/b.test.ts')).toEqual(['npm test']);
    expect(holding('test/b.test.ts')).toEqual(['npm test']);
    expect(holding('test/slow/c.test.ts')).toEqual(['npm run test:long']);
    expect(holding('test/slow/deep/c.test.ts')).toEqual(['npm test']);
    expect(holding('test/a/helper.ts')).toEqual([]);
    expect(holding('test/node_modules/x/y.test.ts')).toEqual([]);
    expect(holding('packages/a/src/x.test.ts')).toEqual([]);
  });

  it('know no pattern that is not understood here', () => {
    expect(expressionOf('a.b/*.ts').test('axb/c.ts')).toBe(false);
    expect(() => expressionOf('test/{a,b}/*.ts')).toThrow('only * and **');
  });
});
