import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '@agent-home/protocol';
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { isOwned, ownFolder } from '../state/own-folder.ts';

/** Members that the protocol's client keeps; others that it adds stay as they are. */
const storedSchema = z.object({
  /** Address of the login's server; a server of the same name at another address gets no token. */
  url: z.string(),
  /** Redirect address for which the client is registered. */
  redirect: z.string().optional(),
  client: z.looseObject({ client_id: z.string(), client_secret: z.string().optional() }).optional(),
  tokens: z
    .looseObject({ access_token: z.string(), token_type: z.string(), refresh_token: z.string().optional() })
    .optional(),
});

export interface StoredLogin {
  url: string;
  redirect?: string | undefined;
  client?: StoredOAuthClientInformation | undefined;
  tokens?: StoredOAuthTokens | undefined;
}

const mostBytes = 256 * 1024;

/** The login at one server, a file that only its user may read. It is read at each use: another process may have renewed it. */
export class LoginFile {
  readonly #path: string;
  readonly #folder: string;
  readonly #url: string;

  constructor(folder: string, { name, url }: { name: string; url: string }) {
    this.#folder = folder;
    this.#url = url;
    this.#path = join(folder, `${sha256Hex(Buffer.from(JSON.stringify([name, url])))}.json`);
  }

  /** Returns the login; one without tokens if there is none, or if other users can access the file. */
  read(): StoredLogin {
    let file: number | undefined;
    try {
      file = openSync(this.#path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
      const found = fstatSync(file);
      const isSafe =
        found.isFile() && found.size <= mostBytes && isOwned(found) && (found.mode & 0o077) === 0;
      const stored = isSafe ? storedSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined;
      return stored?.url === this.#url ? stored : { url: this.#url };
    } catch {
      return { url: this.#url };
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** @throws StateFolderError if other users can access the folder */
  write(changes: Partial<Omit<StoredLogin, 'url'>>): void {
    ownFolder(this.#folder);
    const unfinished = `${this.#path}.${randomUUID()}`;
    const login = { ...this.read(), ...changes };
    writeFileSync(unfinished, `${JSON.stringify(login)}\n`, { flag: 'wx', mode: 0o600 });
    // A umask only removes rights; `chmod` covers systems that add some.
    chmodSync(unfinished, 0o600);
    renameSync(unfinished, this.#path);
  }

  /** @returns false if there was none */
  delete(): boolean {
    const existed = this.read().tokens !== undefined;
    rmSync(this.#path, { force: true });
    return existed;
  }
}
