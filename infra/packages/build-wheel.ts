import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { repository } from './build-package.ts';
import { zip } from './zip.ts';

const projectSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  readme: z.string(),
  license: z.string(),
  'requires-python': z.string(),
  dependencies: z.array(z.string()),
  classifiers: z.array(z.string()),
});
type Project = z.infer<typeof projectSchema>;
const manifestSchema = z.object({ project: projectSchema });

export interface BuiltWheel {
  path: string;
  /** Name in pip's form. */
  name: string;
  version: string;
  requiresPython: string;
}

/**
 * Builds the wheel of the Python client into `target`, without Python: a wheel of pure Python is an archive of the sources and
 * three files about them (PEP 427).
 */
export async function buildWheel(target: string): Promise<BuiltWheel> {
  const source = join(repository, 'clients/python');
  const { project } = manifestSchema.parse(parse(await readFile(join(source, 'pyproject.toml'), 'utf8')));
  const name = project.name.replaceAll('-', '_');
  const info = `${name}-${project.version}.dist-info`;
  const files = [
    ...(await sourcesBelow(join(source, 'src'))),
    {
      name: `${info}/METADATA`,
      content: metadata(project, await readFile(join(source, project.readme), 'utf8')),
    },
    { name: `${info}/WHEEL`, content: wheelFacts },
    { name: `${info}/licenses/LICENSE`, content: await readFile(join(source, 'LICENSE')) },
  ].map((file) => ({ name: file.name, content: Buffer.from(file.content) }));
  const record = `${info}/RECORD`;
  const rows = files.map((file) => `${file.name},sha256=${digest(file.content)},${file.content.length}`);
  const content = Buffer.from(`${[...rows, `${record},,`].join('\n')}\n`);
  const path = join(target, `${name}-${project.version}-py3-none-any.whl`);
  await writeFile(path, zip([...files, { name: record, content }]));
  return { path, name: project.name, version: project.version, requiresPython: project['requires-python'] };
}

const wheelFacts = `Wheel-Version: 1.0
Generator: agent-home
Root-Is-Purelib: true
Tag: py3-none-any
`;

/** Core metadata 2.4, the README as its body. */
function metadata(project: Project, readme: string): string {
  const fields = [
    ['Metadata-Version', '2.4'],
    ['Name', project.name],
    ['Version', project.version],
    ['Summary', project.description],
    ['License-Expression', project.license],
    ['License-File', 'LICENSE'],
    ...project.classifiers.map((classifier) => ['Classifier', classifier]),
    ['Requires-Python', project['requires-python']],
    ...project.dependencies.map((needed) => ['Requires-Dist', needed]),
    ['Description-Content-Type', 'text/markdown'],
  ];
  return `${fields.map(([field, value]) => `${field}: ${value}`).join('\n')}\n\n${readme}`;
}

async function sourcesBelow(folder: string): Promise<{ name: string; content: Buffer }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('__pycache__'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return Promise.all(
    paths.map(async (path) => ({
      name: relative(folder, path).split(sep).join('/'),
      content: await readFile(path),
    })),
  );
}

const digest = (content: Buffer) => createHash('sha256').update(content).digest('base64url');
