import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type OssEmulator, type OssEmulatorOptions, startOssEmulator } from '../index.ts';
import { testOptions } from './test-options.ts';

export async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'oss-emulator-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

export interface TestEmulator extends OssEmulator {
  dataDirectory: string;
  logged: Record<string, unknown>[];
}

/** Starts an emulator that is closed when the test ends; its directory is deleted too. */
export async function startTestEmulator(overrides: Partial<OssEmulatorOptions> = {}): Promise<TestEmulator> {
  const dataDirectory = overrides.dataDirectory ?? (await temporaryDirectory());
  const logged: Record<string, unknown>[] = [];
  const emulator = await startOssEmulator({
    ...testOptions(dataDirectory),
    log: (entry) => logged.push(entry),
    ...overrides,
  });
  onTestFinished(() => emulator.close());
  return { ...emulator, dataDirectory, logged };
}

export * from './test-options.ts';
