import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const hashSchema = z.looseObject({ alg: z.string(), content: z.string().regex(/^[0-9a-f]+$/) });
const componentSchema = z.looseObject({
  'bom-ref': z.string().min(1),
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().startsWith('pkg:npm/'),
  hashes: z.array(hashSchema).optional(),
});
/** The parts of CycloneDX 1.5 that readers of a release rely on. */
const sbomSchema = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string().regex(/^1\.[5-9]$/),
  serialNumber: z.string().regex(/^urn:uuid:[0-9a-f-]{36}$/),
  metadata: z.looseObject({ timestamp: z.iso.datetime(), component: componentSchema }),
  components: z.array(componentSchema),
  dependencies: z.array(z.looseObject({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});
export type Sbom = z.infer<typeof sbomSchema>;

/** Lists every package that the repository's production code needs, from the lock file alone. */
export async function createSbom(repository: string, name: string): Promise<Sbom> {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const { stdout } = await run('npm', words, { cwd: repository, maxBuffer: 64 * 2 ** 20 });
  const sbom = sbomSchema.parse(JSON.parse(stdout));
  // npm uses the name of the folder, which differs between clones.
  const component = { ...sbom.metadata.component, name };
  return { ...sbom, metadata: { ...sbom.metadata, component } };
}

/** @param workspaces names of our own packages that must be components */
export function sbomProblems(sbom: unknown, version: string, workspaces: readonly string[]): string[] {
  const parsed = sbomSchema.safeParse(sbom);
  if (!parsed.success)
    return parsed.error.issues.map(({ path, message }) => `SBOM: ${path.join('.')}: ${message}`);
  const { metadata, components, dependencies } = parsed.data;
  const problems: string[] = [];
  if (metadata.component.version !== version)
    problems.push(`SBOM: describes version ${metadata.component.version} instead of ${version}`);
  const purls = new Set(components.map(({ purl }) => decodeURIComponent(purl.split('?')[0] ?? purl)));
  for (const name of workspaces)
    if (!purls.has(`pkg:npm/${name}@${version}`)) problems.push(`SBOM: has no ${name}@${version}`);
  for (const { purl, hashes = [] } of components) {
    const isOurs = workspaces.some((name) => decodeURIComponent(purl).startsWith(`pkg:npm/${name}@`));
    if (!isOurs && hashes.length === 0) problems.push(`SBOM: ${purl} has no hash`);
  }
  const references = [metadata.component, ...components].map((component) => component['bom-ref']);
  const known = new Set(references);
  if (known.size < references.length) problems.push('SBOM: two components have the same bom-ref');
  for (const { ref, dependsOn = [] } of dependencies)
    for (const one of [ref, ...dependsOn])
      if (!known.has(one)) problems.push(`SBOM: a dependency refers to ${one}, which is no component`);
  return problems;
}
