import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application } from 'typedoc';
import { readPublishedPackages } from './entry-points.ts';

/** `npm run generate -- reference`: builds `dist/api`, web pages with the docstrings of the published packages. */
const repository = fileURLToPath(new URL('../..', import.meta.url));
const entryPoints = readPublishedPackages(repository).flatMap((one) => one.entryPoints);
const out = join(repository, 'dist/api');
const application = await Application.bootstrap({
  name: 'Agent Home',
  entryPoints: entryPoints.map(({ file }) => file),
  tsconfig: join(repository, 'tsconfig.json'),
  readme: 'none',
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  // `npm run check -- types` checks the sources; docstrings link to names that are not exported.
  skipErrorChecking: true,
  validation: false,
  sort: ['source-order'],
});
const project = await application.convert();
if (project === undefined) throw new Error('the sources of the published packages cannot be read');
const specifiers = new Map(entryPoints.map(({ file, specifier }) => [file, specifier]));
for (const module of project.children ?? []) {
  const file = project.getSymbolIdFromReflection(module)?.fileName;
  module.name = specifiers.get(file ?? '') ?? module.name;
}
await application.generateDocs(project, out);
if (application.logger.hasErrors()) process.exitCode = 1;
else console.log(`written to ${out}/index.html`);
