import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { pythonEnvironment } from '../../support/python-environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    vendorsPython: string;
  }
}

/** Installed once, before the timeout of any test starts. */
export default function setup(project: TestProject): void {
  const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
  project.provide('vendorsPython', `${pythonEnvironment('vendors', requirements)}/python`);
}
