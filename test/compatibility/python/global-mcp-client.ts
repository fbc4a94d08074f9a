import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { pythonEnvironment } from '../../support/python-environment.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Command folder of an environment with the official MCP client. */
    mcpClient: string;
  }
}

/** Installs the client before the timeout of any test starts. */
export default function setup(project: TestProject): void {
  const requirements = join(import.meta.dirname, 'mcp-client/requirements.lock');
  project.provide('mcpClient', pythonEnvironment('mcp-client', requirements));
}
