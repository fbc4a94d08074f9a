/** The repository, by paths from its root. */
export interface Repository {
  /** Returns the content of a file; undefined if it does not exist. */
  read(path: string): string | undefined;
  /** Returns the names in a folder. */
  list(folder: string): string[];
}

/** Part that every mode has, and its location. */
interface Piece {
  what: string;
  where(mode: ModeNames): string;
  isThere(repository: Repository, mode: ModeNames): boolean;
}

/** Names of one mode in topics and in paths. */
interface ModeNames {
  /** For example `turn_queue`. */
  name: string;
  /** For example `turn-queue`. */
  folder: string;
}

const catalogueFolder = 'packages/modes/src/catalogue';
const registryFile = 'packages/modes/src/registry/catalogue.ts';
const goldenFolder = 'packages/modes/golden';

const inFolder = (file: string, what: string): Piece => ({
  what,
  where: ({ folder }) => `${catalogueFolder}/${folder}/${file}`,
  isThere: (repository, { folder }) => repository.read(`${catalogueFolder}/${folder}/${file}`) !== undefined,
});

const inText = (what: string, file: string, text: (mode: ModeNames) => string): Piece => ({
  what,
  where: () => file,
  isThere: (repository, mode) => (repository.read(file) ?? '').includes(text(mode)),
});

const inWords = (language: string, words: string): Piece => {
  const file = `apps/console/src/i18n/${language}/topic.json`;
  return {
    what: `the mode's name in ${words}`,
    where: () => file,
    isThere: (repository, { name }) => {
      const texts = JSON.parse(repository.read(file) ?? '{}') as { mode?: Record<string, string> };
      return texts.mode?.[name] !== undefined;
    },
  };
};

/** Steps of the recipe "A new mode" in CONTRIBUTING.md. */
const pieces: readonly Piece[] = [
  inFolder('mode.ts', 'the machine'),
  inFolder('kit.ts', 'its kit for the suites that run over all modes'),
  {
    what: 'its own tests',
    where: ({ folder }) => `${catalogueFolder}/${folder}/*.test.ts`,
    isThere: (repository, { folder }) =>
      repository.list(`${catalogueFolder}/${folder}`).some((file) => file.endsWith('.test.ts')),
  },
  inText('its line in the registry', registryFile, ({ name }) => `\n  ${name}: [`),
  inText(
    'its kit among the kits',
    'packages/modes/src/testing/kits/index.ts',
    ({ folder }) => `/${folder}/kit.ts'`,
  ),
  {
    what: 'its golden ledger',
    where: ({ name }) => `${goldenFolder}/${name}.v1.json`,
    isThere: (repository, { name }) => repository.list(goldenFolder).includes(`${name}.v1.json`),
  },
  {
    what: 'its spec',
    where: ({ folder }) => `openspec/specs/mode-${folder}/spec.md`,
    isThere: (repository, { folder }) =>
      repository.read(`openspec/specs/mode-${folder}/spec.md`) !== undefined,
  },
  {
    what: 'how the page draws it',
    where: () => 'apps/console/src/topic/modes/index.tsx',
    isThere: (repository, { name }) =>
      new RegExp(`^  ${name}[:,]`, 'm').test(repository.read('apps/console/src/topic/modes/index.tsx') ?? ''),
  },
  {
    what: 'its drawing on the stage',
    where: () => 'apps/console/src/living-room/stage/index.tsx',
    isThere: (repository, { name }) =>
      new RegExp(`^  ${name}[:,]`, 'm').test(
        repository.read('apps/console/src/living-room/stage/index.tsx') ?? '',
      ),
  },
  inText(
    'its place in the list of modes to choose from',
    'apps/console/src/living-room/mode-names.ts',
    ({ name }) => `\n  ${name}: true,`,
  ),
  inWords('en', 'English'),
  inWords('zh', 'Chinese'),
  inText(
    'its rules in simulated homes',
    'test/faults/simulation/plan/rules.ts',
    ({ name }) => `\n    ${name}: {`,
  ),
  inText(
    'its rows in the table of permissions',
    'test/security/matrix/expected/floor-table.ts',
    ({ name }) => `\n  '${name}/`,
  ),
  {
    what: 'its story, told on a running home',
    where: () => 'test/support/stories/',
    isThere: (repository, { name }) =>
      repository
        .list('test/support/stories')
        .some((file) => new RegExp(`'${name}'`).test(repository.read(`test/support/stories/${file}`) ?? '')),
  },
  inText('its row in the table of modes', 'README.md', ({ name }) => `\`${name}\``),
];

/** Lists every mode with at least one piece: a folder, a line in the registry, a ledger or a spec. */
function modesIn(repository: Repository): string[] {
  const registry = repository.read(registryFile) ?? '';
  const names = [
    ...repository.list(catalogueFolder),
    ...[...registry.matchAll(/^ {2}(\w+): \[/gm)].map((match) => match[1] ?? ''),
    ...repository.list(goldenFolder).map((file) => file.replace(/\.v\d+\.json$/, '')),
    ...repository
      .list('openspec/specs')
      .filter((folder) => folder.startsWith('mode-'))
      .map((folder) => folder.slice('mode-'.length)),
  ];
  return [...new Set(names.map((name) => name.replaceAll('-', '_')))].sort();
}

/** Returns the missing parts of any mode, each with its file; empty if every mode is complete. */
export function missingPieces(repository: Repository): string[] {
  return modesIn(repository).flatMap((name) => {
    const mode: ModeNames = { name, folder: name.replaceAll('_', '-') };
    return pieces
      .filter((piece) => !piece.isThere(repository, mode))
      .map((piece) => `${name}: ${piece.what} is missing (${piece.where(mode)})`);
  });
}
