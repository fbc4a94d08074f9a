import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { pythonEnvironment } from '../../support/python-environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Command folder of each example's own environment. */
    pythonExamples: Record<PythonExample, string>;
  }
}

const examples = ['bot-without-sdk', 'python-agent', 'langgraph-agent', 'agno-agent'] as const;
export type PythonExample = (typeof examples)[number];

export const examplesFolder = fileURLToPath(new URL('../../../examples/joining/', import.meta.url));

/** Each example has its own pinned dependencies and shares none. */
export default function setup(project: TestProject): void {
  const commands = examples.map((name) => [
    name,
    pythonEnvironment(`example-${name}`, join(examplesFolder, name, 'requirements.lock')),
  ]);
  project.provide('pythonExamples', Object.fromEntries(commands) as Record<PythonExample, string>);
}
