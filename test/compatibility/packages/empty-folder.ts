import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Folder with no project files above it, as a new user has. */
export class EmptyFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async open(): Promise<EmptyFolder> {
    const path = await mkdtemp(join(tmpdir(), 'agent-home-empty-'));
    // PostgreSQL does not run as root: its user needs access.
    await chmod(path, 0o755);
    await writeFile(join(path, 'package.json'), '{ "private": true, "type": "module" }\n');
    return new EmptyFolder(path);
  }

  install(...what: string[]): Promise<string> {
    return this.run('npm', 'install', '--no-audit', '--no-fund', ...what);
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(join(this.path, name), text);
  }

  /** Returns the standard output. @throws Error with all output in its message if the program fails */
  async run(program: string, ...words: string[]): Promise<string> {
    const options = { cwd: this.path, timeout: 120_000, maxBuffer: 16 * 1024 * 1024 };
    return run(program, words, options).then(
      ({ stdout }) => stdout,
      ({ stdout, stderr, message }: Error & { stdout: string; stderr: string }) => {
        throw new Error(`${message}\n${stdout}\n${stderr}`);
      },
    );
  }

  remove(): Promise<void> {
    return rm(this.path, { recursive: true, force: true });
  }
}
