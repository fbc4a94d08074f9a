import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface ScratchProject {
  /** The project's folder; `outside` is next to it, where tools must not go. */
  folder: string;
  outside: string;
}

/** Creates a project in a folder of its own, which is removed after the test. */
export function scratchProject(files: Record<string, string | Buffer> = {}): ScratchProject {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'agent-home-tools-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const project = { folder: join(base, 'project'), outside: join(base, 'outside') };
  mkdirSync(project.folder);
  mkdirSync(project.outside);
  writeFileSync(join(project.outside, 'secret.txt'), 'the secret outside');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(project.folder, name)), { recursive: true });
    writeFileSync(join(project.folder, name), content);
  }
  return project;
}
