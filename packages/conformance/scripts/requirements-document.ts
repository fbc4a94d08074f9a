import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { requirementTables } from '../src/requirements/requirement-tables.ts';

/** Writes the lists of requirements into `docs/conformance.md`: `npm run generate -- conformance`. */
const page = fileURLToPath(new URL('../../../docs/conformance.md', import.meta.url));
let text = await readFile(page, 'utf8');
for (const [kit, table] of Object.entries(requirementTables))
  text = text.replace(
    new RegExp(`(<!-- requirements of the ${kit} -->\n\n)[\\s\\S]*?(<!-- end -->)`),
    (_, begin: string, end: string) => `${begin}${table}\n\n${end}`,
  );
await writeFile(page, text);
