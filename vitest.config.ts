import { configDefaults, defineConfig, type TestUserConfig } from 'vitest/config';
import { measuredTimeFactor } from './test/support/time-factor.ts';

const factor = measuredTimeFactor();
const stateHome = 'test/support/state-home.ts';
const postgres = 'test/support/global-postgres.ts';
const runLogs = 'test/support/run-logs/collect-logs.ts';
const long = '**/*.long.test.ts';
const soak = '**/*.soak.test.ts';
/** Tests that need another Node, or a program of the system. */
const [node22, sandbox] = ['**/*.node22.test.ts', '**/*.sandbox.test.ts'];
const needsMore = ['minio', 'oss', 'packages', 'python', 'vendors', 'containers', 'agno'].map(
  (name) => `test/compatibility/${name}/**`,
);

/** Returns the timeouts of tests and hooks, in seconds on a quiet machine. */
function limits(test: number, hook: number) {
  return {
    testTimeout: test * 1_000 * factor,
    hookTimeout: hook * 1_000 * factor,
    // Vitest's own limit is one second, which a busy machine exceeds.
    expect: { poll: { timeout: 10_000 * factor } },
  };
}

/** Settings of the projects whose tests start only Node and the embedded PostgreSQL. */
const withNodeAlone = {
  // Preloaded in every process of a test: copies each run log for the audit at the end.
  setupFiles: ['test/support/run-logs/observe-logs.mjs'],
  // Test files of a worker share their imports, which take as long as the tests. No module keeps state.
  isolate: false,
  maxWorkers: 2,
  ...limits(30, 60),
};

/** Settings of a vitest project, with the parts that every project here defines. */
interface TestProject
  extends Pick<TestUserConfig, 'setupFiles' | 'isolate' | 'maxWorkers' | 'fileParallelism'> {
  name: string;
  include: string[];
  exclude?: string[];
  globalSetup: string[];
  testTimeout: number;
  hookTimeout: number;
  expect: NonNullable<TestUserConfig['expect']>;
}

/**
 * Projects of the test suite. `npm test` runs `unit` and `system`; each other one is a step of `.ci/run`. A test belongs to a
 * project by its folder and, if it is slow, by its suffix `.long.test.ts`.
 */
export const projects: TestProject[] = [
  {
    name: 'unit',
    include: ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.ts'],
    exclude: [long, soak, node22, sandbox],
    globalSetup: [runLogs],
    ...withNodeAlone,
  },
  {
    name: 'system',
    include: ['test/**/*.test.ts'],
    exclude: [
      long,
      soak,
      'test/console/**',
      'test/security/boards/**',
      'test/security/second-judge/**',
      ...needsMore,
    ],
    globalSetup: [postgres, runLogs],
    ...withNodeAlone,
  },
  {
    name: 'long',
    include: [`packages/*/src/${long}`, `apps/*/src/${long}`, `test/${long}`],
    globalSetup: [postgres, runLogs],
    ...withNodeAlone,
  },
  {
    // Tests that repeat, flood, kill or compile for minutes. A run of CI takes an eighth of the files, the nightly run all.
    name: 'soak',
    include: [`packages/*/src/${soak}`, `apps/*/src/${soak}`, `test/${soak}`],
    globalSetup: [postgres, runLogs],
    ...withNodeAlone,
  },
  {
    // Events that must never happen to a run, counted over generated cases; each board finds the bugs planted for it.
    name: 'boards',
    include: ['test/security/boards/**/*.test.ts'],
    globalSetup: [postgres, runLogs],
    ...withNodeAlone,
  },
  {
    // The web UI in Chromium, on a live home.
    name: 'console',
    include: ['test/console/**/*.test.ts'],
    globalSetup: [postgres],
    maxWorkers: 2,
    ...limits(60, 120),
  },
  {
    // A real MinIO with Redis and nginx.
    name: 'minio',
    include: ['test/compatibility/minio/**/*.test.ts'],
    globalSetup: [
      'test/compatibility/minio/global-tools.ts',
      'test/compatibility/python/global-wheel.ts',
      postgres,
    ],
    isolate: false,
    maxWorkers: 2,
    ...limits(60, 120),
  },
  {
    // The images and docker-compose.yml, in a Docker Engine that the tests start: root on Debian.
    name: 'containers',
    include: ['test/compatibility/containers/**/*.test.ts'],
    globalSetup: ['test/compatibility/containers/global-engine.ts'],
    maxWorkers: 1,
    fileParallelism: false,
    ...limits(180, 180),
  },
  {
    // The published packages, packed and installed into empty folders from npm's registry.
    name: 'packages',
    include: ['test/compatibility/packages/**/*.test.ts'],
    globalSetup: ['test/compatibility/packages/global-packed.ts', postgres],
    maxWorkers: 1,
    ...limits(180, 300),
  },
  {
    // The Python client, from its wheel. Python 3.11 or later; PyPI the first time.
    name: 'python',
    include: ['test/compatibility/python/**/*.test.ts'],
    globalSetup: [
      'test/compatibility/python/global-wheel.ts',
      'test/compatibility/python/global-examples.ts',
      'test/compatibility/python/global-mcp-client.ts',
      postgres,
    ],
    maxWorkers: 1,
    ...limits(300, 120),
  },
  {
    // The contract suite of runtimes on a real agno. Python 3.11 or later; PyPI the first time.
    name: 'agno',
    include: ['test/compatibility/agno/**/*.test.ts'],
    globalSetup: ['test/compatibility/agno/global-agno.ts', postgres, runLogs],
    maxWorkers: 2,
    ...limits(120, 180),
  },
  {
    // Vendors' clients against the emulator, and policies before an independent judge. Python 3.10 or later; PyPI the first time.
    name: 'vendors',
    include: ['test/compatibility/vendors/**/*.test.ts', 'test/security/second-judge/**/*.test.ts'],
    globalSetup: ['test/compatibility/vendors/global-clients.ts', postgres],
    maxWorkers: 2,
    ...limits(120, 120),
  },
  {
    // Commands in a sandbox, and attempts to escape from it. bubblewrap 0.8 or later on Linux.
    name: 'sandbox',
    include: [`packages/*/src/${sandbox}`],
    globalSetup: [runLogs],
    ...withNodeAlone,
  },
  {
    // Parts that Node has since version 22.13, such as SQLite.
    name: 'node22',
    include: [`packages/*/src/${node22}`],
    globalSetup: [runLogs],
    ...withNodeAlone,
  },
  {
    // A real OSS account, named by TEST_OSS_* variables. Not part of `.ci/run`.
    name: 'oss',
    include: ['test/compatibility/oss/**/*.test.ts'],
    globalSetup: [postgres],
    maxWorkers: 1,
    ...limits(30, 60),
  },
];

export default defineConfig({
  test: {
    pool: 'forks',
    restoreMocks: true,
    projects: projects.map((project, index) => ({
      extends: true,
      test: {
        ...project,
        globalSetup: [stateHome, ...project.globalSetup],
        exclude: [...configDefaults.exclude, ...(project.exclude ?? [])],
        // Projects that run together share the two workers; the others run one after another with their own number.
        sequence: { groupOrder: index },
      },
    })),
  },
});
