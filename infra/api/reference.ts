import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Application, type TypeDocOptions } from 'typedoc';
import type { PluginOptions } from 'typedoc-plugin-markdown';
import { readPublishedPackages } from './entry-points.ts';

/**
 * `npm run generate -- reference`: writes `docs/api-reference`, a page for each entry point of the published packages with its
 * docstrings, for the documentation site. Git ignores them.
 */
const repository = fileURLToPath(new URL('../..', import.meta.url));
const entryPoints = readPublishedPackages(repository).flatMap((one) => one.entryPoints);
const out = join(repository, 'docs/api-reference');
const options: Partial<TypeDocOptions & PluginOptions> = {
  name: 'API of the packages',
  plugin: ['typedoc-plugin-markdown'],
  out,
  cleanOutputDir: true,
  outputFileStrategy: 'modules',
  excludeScopesInPaths: true,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  useCodeBlocks: true,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeDeclarationFormat: 'table',
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
};
const application = await Application.bootstrapWithPlugins(options);
const project = await application.convert();
if (project === undefined) throw new Error('the sources of the published packages cannot be read');
const specifiers = new Map(entryPoints.map(({ file, specifier }) => [file, specifier]));
for (const module of project.children ?? []) {
  const file = project.getSymbolIdFromReflection(module)?.fileName;
  module.name = specifiers.get(file ?? '') ?? module.name;
}
await application.generateOutputs(project);
for (const name of readdirSync(out, { recursive: true, encoding: 'utf8' }))
  if (name.endsWith('.md')) removeRowAnchors(join(out, name));
if (application.logger.hasErrors()) process.exitCode = 1;
else console.log(`written to ${out}; \`npm run build\` makes pages of them`);

/** Removes the anchors of table rows and the links to them: they are HTML, which the site shows as text. */
function removeRowAnchors(file: string): void {
  const text = readFileSync(file, 'utf8')
    .replaceAll(/<a id="[^"]*"><\/a> ?/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*#property-[^)]*\)/g, '$1');
  writeFileSync(file, text);
}
