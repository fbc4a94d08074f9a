import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { type Engine, startEngine } from './engine/docker-engine.ts';

declare module 'vitest' {
  interface ProvidedContext {
    engine: Engine;
  }
}

const run = promisify(execFile);
const script = (name: string) => join(import.meta.dirname, 'engine', name);

/** Starts a separate engine for this run, with the base images of ours; it is removed completely afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stdout } = await run(script('install.sh'));
  const folder = await mkdtemp('/var/tmp/agent-home-engine-');
  const stop = async () => void (await run(script('stop.sh'), [folder]));
  try {
    const engine = await startEngine(folder, stdout.trim());
    const startedAt = Date.now();
    await run(script('base-images.sh'), [folder], { env: { ...process.env, ...engine.environment } });
    console.info(`base images: ${Math.round((Date.now() - startedAt) / 1000)} s`);
    project.provide('engine', engine);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
