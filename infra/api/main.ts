import { fileURLToPath } from 'node:url';
import { writeOrCheck } from '../../test/support/generated-files.ts';
import { apiReport, documentedShare } from './api-report.ts';
import { readPublishedPackages } from './entry-points.ts';
import { ExportReader } from './read-exports.ts';

/** `npm run generate -- api` and `npm run check -- api`: `docs/api`, a report for each published package. */
const repository = fileURLToPath(new URL('../..', import.meta.url));
const packages = readPublishedPackages(repository);
const files = packages.flatMap(({ entryPoints }) => entryPoints.map(({ file }) => file));
const isCheck = process.argv.includes('--check');
const reader = new ExportReader(repository, files);
const wanted = new Map<string, string>();
for (const one of packages) {
  const entries = one.entryPoints.map(({ specifier, file }) => ({
    specifier,
    names: reader.collectExports(file),
  }));
  wanted.set(`${one.folder}.api.txt`, apiReport(one, entries));
  console.log(documentedShare(one.name, entries, isCheck));
}
await writeOrCheck({
  what: 'API reports',
  folder: new URL('../../docs/api/', import.meta.url),
  wanted,
  isGenerated: (name) => name.endsWith('.api.txt'),
  generate: 'npm run generate -- api',
});
