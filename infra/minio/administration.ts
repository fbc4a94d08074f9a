import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeyPair } from './key-pair.ts';

const run = promisify(execFile);

/** Users and policies go through `mc`: MinIO's admin API is encrypted in a way of its own. */
export class MinioAdministration {
  readonly #mc: string;
  readonly #endpoint: string;
  readonly #root: KeyPair;

  constructor(mc: string, endpoint: string, root: KeyPair) {
    this.#mc = mc;
    this.#endpoint = endpoint;
    this.#root = root;
  }

  /** Adds the user, or replaces its secret and its only policy. */
  async putUser(user: KeyPair, policyName: string, policy: object): Promise<void> {
    const folder = await mkdtemp(join(tmpdir(), 'minio-policy-'));
    try {
      const file = join(folder, 'policy.json');
      await writeFile(file, JSON.stringify(policy));
      await this.#admin(folder, 'policy', 'create', 'home', policyName, file);
      await this.#admin(folder, 'user', 'add', 'home', user.accessKeyId, user.accessKeySecret);
      const attach = ['policy', 'attach', 'home', policyName, '--user', user.accessKeyId];
      await this.#admin(folder, ...attach).catch((error: unknown) => {
        // Attached by an earlier run.
        if (!String(error).includes('already in effect')) throw error;
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #admin(configuration: string, ...words: string[]): Promise<void> {
    const { accessKeyId, accessKeySecret } = this.#root;
    const url = new URL(this.#endpoint);
    url.username = accessKeyId;
    url.password = accessKeySecret;
    const environment = { PATH: process.env.PATH ?? '', HOME: configuration, MC_HOST_home: url.href };
    try {
      await run(this.#mc, ['--config-dir', configuration, '--json', 'admin', ...words], { env: environment });
    } catch (error) {
      // The command line and the environment contain secrets, so only the output of mc is reported.
      const said = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
      throw new Error(`mc admin ${words[0]} ${words[1]} failed: ${said.slice(0, 2000)}`);
    }
  }
}
