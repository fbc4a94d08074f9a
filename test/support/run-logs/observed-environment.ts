import { stateEnvironment } from '../state-home.ts';
import { collectedInto } from './collected-into.ts';

const observer = new URL('observe-logs.mjs', import.meta.url);

/** Environment of a Node process whose logs are audited with those of the suite and use the suite's key. */
export function observedEnvironment(): Record<string, string> {
  const folder = process.env[collectedInto];
  return {
    ...stateEnvironment(),
    ...(folder === undefined ? {} : { [collectedInto]: folder, NODE_OPTIONS: `--import=${observer.href}` }),
  };
}

/**
 * Stops collecting logs, because those of code with a planted bug are not part of the suite's logs.
 * @returns a function that resumes it
 */
export function observeNothing(): () => void {
  const folder = process.env[collectedInto];
  delete process.env[collectedInto];
  return () => {
    if (folder !== undefined) process.env[collectedInto] = folder;
  };
}
