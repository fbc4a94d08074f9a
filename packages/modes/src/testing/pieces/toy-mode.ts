import type { Repository } from './missing-pieces.ts';

/** Files that the recipe adds to the repository, by path from its root. */
export type Files = Map<string, string>;

/** Step of the recipe in CONTRIBUTING.md, "A new mode", and the complaint if it is omitted. */
export interface Step {
  step: string;
  complaint: RegExp;
  take(repository: Repository, files: Files): void;
}

const copied = 'packages/modes/src/catalogue/freeform';
const toy = 'packages/modes/src/catalogue/toy-talk';
const renamed = (text: string) =>
  text
    .replaceAll("'freeform'", "'toy_talk'")
    .replaceAll('freeformKit', 'toyTalkKit')
    .replaceAll(/\bfreeform\b/g, 'toyTalk');

const copy = (file: string, what: RegExp): Step => ({
  step: `copying ${file}`,
  complaint: what,
  take(repository, files) {
    const from = file === 'toy-talk.test.ts' ? 'freeform.test.ts' : file;
    files.set(`${toy}/${file}`, renamed(repository.read(`${copied}/${from}`) ?? ''));
  },
});

/** Adds a line after that of the copied mode. */
const line = (file: string, what: RegExp, after: string, added: string): Step => ({
  step: `a line in ${file}`,
  complaint: what,
  take(repository, files) {
    const text = files.get(file) ?? repository.read(file) ?? '';
    if (!text.includes(after)) throw new Error(`${file} has no ${after}`);
    files.set(file, text.replace(after, `${after}${added}`));
  },
});

const write = (file: string, what: RegExp, text: string): Step => ({
  step: `writing ${file}`,
  complaint: what,
  take: (_, files) => {
    files.set(file, text);
  },
});

const registry = 'packages/modes/src/registry/catalogue.ts';
const kits = 'packages/modes/src/testing/kits/index.ts';

/** `toy_talk`: freeform under another name. Its golden ledger is made last, by playing it. */
export const toyRecipe: readonly Step[] = [
  copy('mode.ts', /machine is missing .*toy-talk\/mode\.ts/),
  copy('kit.ts', /kit for the suites .* is missing .*toy-talk\/kit\.ts/),
  copy('toy-talk.test.ts', /tests is missing .*toy-talk/),
  {
    step: `a line in ${registry}`,
    complaint: /line in the registry is missing .*registry\/catalogue\.ts/,
    take(repository, files) {
      const text = repository.read(registry) ?? '';
      files.set(
        registry,
        `import { toyTalk } from '../catalogue/toy-talk/mode.ts';\n${text.replace(/^ {2}freeform: \[.*\],\n/m, '$&  toy_talk: [toyTalk],\n')}`,
      );
    },
  },
  {
    step: `a line in ${kits}`,
    complaint: /kit among the kits is missing .*kits\/index\.ts/,
    take(repository, files) {
      const text = repository.read(kits) ?? '';
      files.set(
        kits,
        `import { toyTalkKit } from '../../catalogue/toy-talk/kit.ts';\n${text.replace(/^ {2}freeform: \[.*\],\n/m, '$&  toy_talk: [toyTalkKit],\n')}`,
      );
    },
  },
  write(
    'packages/modes/golden/toy_talk.v1.json',
    /golden ledger is missing .*golden\/toy_talk\.v1\.json/,
    'made by playing it',
  ),
  write('openspec/specs/mode-toy-talk/spec.md', /spec is missing .*mode-toy-talk/, '# Mode Toy Talk\n'),
  line(
    'apps/console/src/topic/modes/index.tsx',
    /page draws it is missing .*modes\/index\.tsx/,
    '  freeform,\n',
    '  toy_talk: freeform,\n',
  ),
  line(
    'apps/console/src/living-room/stage/index.tsx',
    /drawing on the stage is missing .*stage\/index\.tsx/,
    '  freeform,\n',
    '  toy_talk: freeform,\n',
  ),
  line(
    'apps/console/src/living-room/mode-names.ts',
    /choose from is missing .*mode-names\.ts/,
    '  freeform: true,\n',
    '  toy_talk: true,\n',
  ),
  ...['en', 'zh'].map((language) =>
    line(
      `apps/console/src/i18n/${language}/topic.json`,
      new RegExp(`name in .* is missing .*${language}/topic\\.json`),
      '"mode": {\n',
      '    "toy_talk": "Toy talk",\n',
    ),
  ),
  line(
    'test/faults/simulation/plan/rules.ts',
    /simulated homes is missing .*plan\/rules\.ts/,
    '    turn_queue: { ',
    'turn_ttl_seconds: 3 },\n    toy_talk: { ',
  ),
  write(
    'test/support/stories/toy-talk.ts',
    /story, .* is missing .*test\/support\/stories/,
    "export const toyTalk = { mode: 'toy_talk' };\n",
  ),
  line(
    'test/security/matrix/expected/floor-table.ts',
    /table of permissions is missing .*floor-table\.ts/,
    "\n  'skit_chain/casting'",
    ": {},\n  'toy_talk/open'",
  ),
  line('README.md', /table of modes is missing .*README\.md/, '| `freeform`', ', `toy_talk`'),
];

/** Returns the repository with these files added. */
export function withFiles(repository: Repository, files: Files): Repository {
  return {
    read: (path) => files.get(path) ?? repository.read(path),
    list(folder) {
      const below = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
      const names = below.map((path) => path.slice(folder.length + 1).split('/')[0] ?? '');
      return [...new Set([...repository.list(folder), ...names])];
    },
  };
}
