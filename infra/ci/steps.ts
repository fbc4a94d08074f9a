import { drawnPart } from '../../test/support/case-count.ts';

/** A row of the table of `.ci/run`. */
export interface Step {
  name: string;
  /** Program and arguments, run in the root of the repository. */
  command: readonly string[];
  /** Steps of a lane run one after another; the lanes run in parallel. */
  lane: 'first' | 'second';
  /** Names of steps above that must have passed; otherwise this step does not run and fails. */
  needs?: readonly string[];
  /** Names of steps above that must have ended, passed or failed, because both at once would disturb each other. */
  after?: readonly string[];
  /** Seconds after which the step is killed and fails. */
  limit: number;
  /** Format of the report that the step writes. */
  report?: 'vitest' | 'simulation';
  /** Project of vitest that the step runs, if it is not the two of `npm test`. */
  project?: string;
  /** True if the step runs with `--nightly` only. */
  nightly?: boolean;
  /** Differences with `--nightly`: arguments and environment in addition, and another limit. */
  atNight?: {
    arguments?: readonly string[];
    environment?: Readonly<Record<string, string>>;
    /** Replaces the usual command. */
    command?: readonly string[];
    limit?: number;
  };
}

/** Environment of tests that generate cases: all of them instead of the share that a run takes. */
const allCases = { TEST_CASES: 'all' };

function suite(project: string, lane: Step['lane'], limit: number, needs: readonly string[] = []): Step {
  const command = ['npm', 'test', '--', '--project', project];
  const atNight = { environment: allCases, limit: 4 * limit };
  return { name: project, command, lane, needs, limit, report: 'vitest', project, atNight };
}

/**
 * Returns the step of a suite that runs in parts: a run executes one of `parts` parts, chosen by its commit, and the nightly run
 * executes all of them.
 */
function suiteInTurns(
  project: string,
  parts: number,
  lane: Step['lane'],
  limit: number,
  needs: readonly string[] = [],
): Step {
  const step = suite(project, lane, limit, needs);
  const shard = `${(drawnPart % parts) + 1}/${parts}`;
  return {
    ...step,
    command: [...step.command, '--shard', shard],
    atNight: { ...step.atNight, command: step.command, limit: 4 * parts * limit },
  };
}

/** Installs Debian packages, unless all of the programs are installed, and then runs commands. */
function debianPackages(
  programs: readonly string[],
  packages: readonly string[],
  commands: readonly string[] = [],
): string[] {
  const script = [
    'missing=',
    `for program in ${programs.join(' ')}; do command -v "$program" >/dev/null || missing=1; done`,
    'if [ -n "$missing" ]; then',
    'apt-get update -qq',
    `DEBIAN_FRONTEND=noninteractive apt-get install -y -qq ${packages.join(' ')} >/dev/null`,
    'fi',
    ...commands,
  ];
  return ['bash', '-ec', script.join('\n')];
}

const npmRun = (script: string, ...given: string[]) => ['npm', 'run', '--silent', script, '--', ...given];

/**
 * Steps that must pass for a commit. `npm ci` runs before the table, in `.ci/run`. The first lane has the suites that keep the
 * machine busy, one after another. Two of them at once would slow each other down until tests time out. The second lane has the
 * steps that wait for installs and other programs.
 */
export const steps: readonly Step[] = [
  {
    name: 'debian packages',
    lane: 'second',
    command: debianPackages(
      ['redis-server', 'nginx', 'chromium', 'bwrap'],
      ['redis-server', 'nginx', 'chromium', 'fonts-noto-cjk', 'bubblewrap'],
    ),
    limit: 900,
  },
  {
    name: 'alerts',
    lane: 'second',
    command: debianPackages(
      ['promtool'],
      ['--no-install-recommends', 'prometheus'],
      [
        'promtool check rules infra/prometheus/rules.yml',
        'promtool test rules infra/prometheus/rules.test.yml',
      ],
    ),
    limit: 600,
  },
  // Compiles MinIO from source unless the cache outside the tree has it. The compiler uses every core for minutes, and MinIO is not
  // needed before `npm test` has ended, so it gets the smaller share.
  {
    name: 'minio tools',
    lane: 'second',
    command: ['nice', '-n', '5', 'tsx', 'infra/minio/build-tools-main.ts'],
    limit: 1_800,
  },
  { name: 'npm test', lane: 'first', command: ['npm', 'test', '--'], limit: 1_800, report: 'vitest' },
  { name: 'check', lane: 'second', command: npmRun('check'), limit: 900 },
  suite('sandbox', 'second', 600, ['debian packages']),
  {
    // The newest Node that is maintained; the other steps run the oldest one that is supported.
    ...suite('node22', 'second', 600),
    command: ['npx', '--yes', '--package', 'node@22.23.3', '--', 'npm', 'test', '--', '--project', 'node22'],
  },
  suite('vendors', 'second', 900),
  suite('python', 'second', 1_200),
  suite('agno', 'second', 1_200),
  suiteInTurns('packages', 2, 'second', 1_200),
  suiteInTurns('long', 8, 'first', 1_500),
  suiteInTurns('soak', 8, 'first', 1_500),
  suite('containers', 'second', 1_500, ['minio tools']),
  {
    name: 'fuzz',
    lane: 'second',
    command: npmRun('fuzz'),
    limit: 900,
    atNight: { arguments: ['--long'], limit: 3_600 },
  },
  suiteInTurns('boards', 4, 'first', 1_200),
  suiteInTurns('minio', 2, 'first', 1_200, ['debian packages', 'minio tools']),
  {
    name: 'simulate',
    lane: 'first',
    command: npmRun('simulate', '--seeds', '4'),
    limit: 1_200,
    report: 'simulation',
    atNight: { arguments: ['--seeds', '200'], limit: 18_000 },
  },
  // Chromium cancels its requests when a network interface appears or vanishes, as those of containers do.
  { ...suiteInTurns('console', 4, 'first', 1_500, ['debian packages']), after: ['containers'] },
  // Shows that measuring works. Figures are recorded on a quiet machine (docs/performance.md).
  {
    name: 'bench',
    lane: 'first',
    command: npmRun(
      'bench',
      '--short',
      '--wait',
      '0',
      '--only',
      'credentials_reused,put_to_state,mode_ledger',
    ),
    limit: 600,
  },
  {
    name: 'mutation',
    lane: 'first',
    command: npmRun('mutation', '--share', 'tonight'),
    limit: 14_400,
    nightly: true,
  },
  {
    name: 'prove scenarios',
    lane: 'second',
    command: npmRun('prove:scenarios'),
    limit: 7_200,
    nightly: true,
  },
];
