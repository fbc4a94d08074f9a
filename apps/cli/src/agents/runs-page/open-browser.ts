import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens a link in the browser of this machine's user. The link is passed in a private file, since every user sees the arguments of
 * processes. Returns a function that removes the file; undefined if there is no program that opens links.
 */
export async function openBrowser(url: string): Promise<(() => Promise<void>) | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-home-runs-'));
  const file = join(folder, 'open.html');
  await writeFile(
    file,
    `<!doctype html><title>Agent Home</title><meta http-equiv="refresh" content="0;url=${url}">`,
    {
      mode: 0o600,
    },
  );
  const remove = () => rm(folder, { recursive: true, force: true });
  const [program, ...words] = openers[process.platform] ?? ['xdg-open'];
  const isStarted = await new Promise<boolean>((resolve) => {
    const opener = spawn(program, [...words, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => {
      opener.unref();
      resolve(true);
    });
  });
  if (isStarted) return remove;
  await remove();
  return undefined;
}
