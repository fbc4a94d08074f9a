import { collectedInto } from './collected-into.ts';

const observer = new URL('observe-logs.mjs', import.meta.url);

/** What a process of Node is started with, so that the logs it writes are audited with those of the suite. */
export function observedEnvironment(): Record<string, string> {
  const folder = process.env[collectedInto];
  return folder === undefined ? {} : { [collectedInto]: folder, NODE_OPTIONS: `--import=${observer.href}` };
}

/** Logs that code with a planted bug writes are not those of the suite. @returns ends it */
export function observeNothing(): () => void {
  const folder = process.env[collectedInto];
  delete process.env[collectedInto];
  return () => {
    if (folder !== undefined) process.env[collectedInto] = folder;
  };
}
