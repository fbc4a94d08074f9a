import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readDigests } from './file-digests.ts';
import { type PackedPackage, readPacked } from './packed-package.ts';
import { type BuildFacts, createBuilder, provenanceStatement, withoutCredentials } from './provenance.ts';
import { createSbom, sbomProblems } from './sbom.ts';

const run = promisify(execFile);
const nameSchema = z.object({ name: z.string() });

export interface ReleaseOrder {
  repository: string;
  folder: string;
  version: string;
  commit: string;
  startedAt: Date;
}

/**
 * Writes SBOM, provenance and manifest next to the tarballs.
 *
 * @throws Error if a tarball has another version, or if the SBOM lacks something
 */
export async function writeReleaseFiles(
  { repository, folder, version, commit, startedAt }: ReleaseOrder,
  tarballs: readonly string[],
): Promise<PackedPackage[]> {
  const packages: PackedPackage[] = [];
  for (const path of tarballs) packages.push(await readPacked(path));
  for (const one of packages)
    if (one.version !== version)
      throw new Error(`${one.path} has version ${one.version} instead of ${version}`);
  const sbom = await createSbom(repository, await getName(join(repository, 'package.json')));
  const problems = sbomProblems(sbom, version, await workspaceNames(repository));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const facts = await buildFacts(repository, commit, startedAt);
  await mkdir(folder, { recursive: true });
  await writeJson(join(folder, 'sbom.cdx.json'), sbom);
  await writeJson(join(folder, 'provenance.intoto.json'), provenanceStatement(packages, version, facts));
  const documents = [];
  for (const name of ['sbom.cdx.json', 'provenance.intoto.json'])
    documents.push(await readDigests(join(folder, name)));
  const files = [...packages.map(({ name, digests }) => ({ package: name, ...digests })), ...documents].map(
    ({ sha512: _, ...listed }) => listed,
  );
  await writeJson(join(folder, 'manifest.json'), { version, commit, files });
  return packages;
}

async function buildFacts(repository: string, commit: string, startedAt: Date): Promise<BuildFacts> {
  const output = async (program: string, ...words: string[]) =>
    (await run(program, words, { cwd: repository })).stdout.trim();
  const remote = await output('git', 'remote', 'get-url', 'origin').catch(() => '');
  const { builder, invocation, repository: actions } = createBuilder(process.env);
  const lockFile = await readFile(join(repository, 'package-lock.json'));
  return {
    repository: actions ?? withoutCredentials(remote),
    commit,
    lockFileSha256: createHash('sha256').update(lockFile).digest('hex'),
    builder,
    invocation,
    nodeVersion: process.version,
    npmVersion: await output('npm', '--version'),
    startedAt,
    finishedAt: new Date(),
  };
}

async function workspaceNames(repository: string): Promise<string[]> {
  const names: string[] = [];
  for (const parent of ['packages', 'apps'])
    for (const entry of await readdir(join(repository, parent), { withFileTypes: true }))
      if (entry.isDirectory())
        names.push(await getName(join(repository, parent, entry.name, 'package.json')));
  return names;
}

async function getName(manifest: string): Promise<string> {
  return nameSchema.parse(JSON.parse(await readFile(manifest, 'utf8'))).name;
}

async function writeJson(file: string, content: unknown): Promise<void> {
  await writeFile(file, `${JSON.stringify(content, undefined, 2)}\n`);
}
