import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** MinIO is distributed as source only. Both versions are the last of their line. */
const TOOLS = {
  minio: { module: 'github.com/minio/minio', version: 'v0.0.0-20260212201848-7aac2a2c5b7c' },
  mc: { module: 'github.com/minio/mc', version: 'v0.0.0-20250313080218-cf909e1063a9' },
} as const;

type Tool = keyof typeof TOOLS;

/** Paths of the executables. */
type MinioTools = Record<Tool, string>;

/**
 * Returns the server and the administration client, built with `go install` (about five minutes, Go 1.24 or newer) unless the cache
 * `AGENT_HOME_TOOL_CACHE`, default `~/.cache/agent-home/bin`, already has exactly these versions.
 * @throws Error if they are not cached and cannot be built
 */
export async function minioTools(): Promise<MinioTools> {
  const cache = process.env.AGENT_HOME_TOOL_CACHE ?? join(homedir(), '.cache', 'agent-home', 'bin');
  await mkdir(cache, { recursive: true });
  // One after the other, because each build uses all cores.
  return { minio: await provide('minio', cache), mc: await provide('mc', cache) };
}

async function provide(tool: Tool, cache: string): Promise<string> {
  const path = join(cache, tool);
  if (await isPinned(tool, path)) return path;
  const { module, version } = TOOLS[tool];
  console.info(`building ${tool} ${version} into ${cache}`);
  const folder = await mkdtemp(join(cache, 'build-'));
  try {
    const environment = { ...process.env, GOBIN: folder, CGO_ENABLED: '0', GOFLAGS: '-trimpath' };
    await run('go', ['install', `${module}@${version}`], { env: environment, maxBuffer: 64 * 1024 * 1024 });
    // Renamed in one step, so that a partial file never runs.
    await rename(join(folder, tool), path);
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr).slice(-2000) : '';
    throw new Error(`${tool} cannot be built with go install: ${output}`, { cause: error });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return path;
}

/** Go records the module and its version in the binary. */
async function isPinned(tool: Tool, path: string): Promise<boolean> {
  const { module, version } = TOOLS[tool];
  const executable = await readFile(path).catch(() => undefined);
  return executable?.includes(`mod\t${module}\t${version}`) ?? false;
}
