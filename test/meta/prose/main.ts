import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createResultCache,
  type ResultCache,
  typescriptManifest,
} from '../../../infra/checks/result-cache.ts';
import { type Counts, formatBaseline, refusedChanges } from './baseline.ts';
import { isChanged } from './changed-lines.ts';
import { checkFile, formatViolation, type Violation } from './check-files.ts';
import type { Finding } from './check-fragment.ts';
import { isChecked, onlyNewLines } from './files.ts';
import { listFiles, readChanges } from './read-changes.ts';
import { countedViolations, reportProblems } from './report.ts';

/**
 * Checks prose by the rules of `docs/style.md`:
 *   tsx test/meta/prose/main.ts             compare all files with the baseline, and check new and changed lines
 *   tsx test/meta/prose/main.ts FILE…       check uncommitted lines of these files only
 *   tsx test/meta/prose/main.ts --list PATH list every violation below a path
 *   tsx test/meta/prose/main.ts --update    lower the baseline
 */
const root = fileURLToPath(new URL('../../..', import.meta.url));
const baselineFile = join(root, 'test/meta/prose/baseline.json');
const isUncounted = (file: string) => onlyNewLines.has(file);

function readViolations(files: readonly string[], cache?: ResultCache<Finding[]>): Violation[] {
  return files
    .filter((file) => isChecked(file) && existsSync(join(root, file)) && statSync(join(root, file)).isFile())
    .flatMap((file) => checkFile(file, readFileSync(join(root, file), 'utf8'), cache));
}

function ownSources(): URL[] {
  const names = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.ts'));
  return names.sort().map((name) => new URL(name, import.meta.url));
}

function readAllViolations(): Violation[] {
  const files = listFiles(root);
  if (!files) throw new Error('prose check: not a git repository; run it in a clone');
  const cache = createResultCache<Finding[]>(root, 'prose', [...ownSources(), typescriptManifest]);
  const violations = readViolations(files, cache);
  cache.save();
  return violations;
}

function readBaseline(): Counts | undefined {
  return existsSync(baselineFile) ? (JSON.parse(readFileSync(baselineFile, 'utf8')) as Counts) : undefined;
}

function print(lines: readonly string[], summary: string): void {
  for (const line of lines) console.error(line);
  console.log(summary);
  process.exitCode = lines.length === 0 ? 0 : 1;
}

function updateBaseline(): void {
  const counts = countedViolations({ violations: readAllViolations(), isUncounted });
  const refused = refusedChanges(counts, readBaseline() ?? counts);
  if (refused.length === 0) writeFileSync(baselineFile, formatBaseline(counts));
  print(
    refused.map(
      ({ packageName, rule, count, allowed }) =>
        `${packageName} ${rule}: ${allowed} → ${count} would raise the baseline`,
    ),
    refused.length === 0
      ? 'Wrote test/meta/prose/baseline.json'
      : 'Left test/meta/prose/baseline.json as it was',
  );
}

function checkNamedFiles(paths: readonly string[]): void {
  const files = paths.map((path) => relative(root, resolve(path)));
  const changes = readChanges(root, 'HEAD');
  const violations = readViolations(files).filter(({ file, line }) => isChanged(changes, file, line));
  print(violations.map(formatViolation), `${violations.length} violations on new and changed lines`);
}

function checkEverything(): void {
  const violations = readAllViolations();
  const problems = reportProblems({
    violations,
    baseline: readBaseline() ?? {},
    changes: readChanges(root),
    isUncounted,
  });
  print(
    problems,
    `${violations.length} violations of docs/style.md in the tree, ${problems.length} lines to act on`,
  );
}

const [first, ...rest] = process.argv.slice(2);
if (first === '--update') updateBaseline();
else if (first === '--list') {
  const below = rest[0] ?? '';
  for (const violation of readAllViolations().filter(({ file }) => file.startsWith(below)))
    console.log(formatViolation(violation));
} else if (first === undefined) checkEverything();
else checkNamedFiles([first, ...rest]);
