import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brokenReferences, type Targets } from './broken-references.ts';

/** `tsx test/meta/references/main.ts` reports citations of decisions and requirements that do not resolve. */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const patterns = [
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.cjs',
  '*.js',
  '*.py',
  '*.sh',
  '*.sql',
  '*.md',
  '*.css',
  '*.yaml',
  '*.yml',
];
/** Generated or signed files, and the planted references of this check itself. */
const excluded = /^(openspec\/changes|examples\/oss|vectors|test\/meta\/references)\//;

function readRequirements(): Targets['requirements'] {
  const folder = join(root, 'openspec/specs');
  return new Map(
    readdirSync(folder).map((capability) => {
      const spec = readFileSync(join(folder, capability, 'spec.md'), 'utf8');
      const titles = [...spec.matchAll(/^### Requirement: (.+)$/gm)].map(([, title = '']) => title.trim());
      return [capability, new Set(titles)];
    }),
  );
}

const decisions = new Set(
  readdirSync(join(root, 'docs/decisions')).flatMap((name) => /^(\d{4})-/.exec(name)?.[1] ?? []),
);
const targets = { decisions, requirements: readRequirements() };
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !excluded.test(file) && existsSync(join(root, file)));
const problems = files.flatMap((file) =>
  brokenReferences(file, readFileSync(join(root, file), 'utf8'), targets),
);
for (const problem of problems) console.error(problem);
console.log(`References in ${files.length} files: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
