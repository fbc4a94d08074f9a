import { fileURLToPath } from 'node:url';
import { checkChangesets } from './check-changesets.ts';

// Checks that every package whose code changed has a changeset.
const { findings, text } = checkChangesets(fileURLToPath(new URL('../../..', import.meta.url)));
if (findings.length === 0) console.log(text);
else {
  for (const finding of findings) console.error(finding);
  console.error(
    'Run npx changeset, or add .changeset/NAME.md by hand; the bump `none` is for changes that no user notices.',
  );
  process.exitCode = 1;
}
