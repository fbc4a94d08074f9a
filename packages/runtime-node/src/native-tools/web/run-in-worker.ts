import { Worker } from 'node:worker_threads';
import { ToolFailure } from '../../outcomes/tool-failure.ts';

/** Work with text from the web. */
export type PageTask =
  | { task: 'page.markdown'; html: string; url: string }
  | { task: 'page.robots'; robots: string; robotsUrl: string; url: string; agent: string };

/** Longest time for one text. */
const mostMs = 6_000;
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64, stackSizeMb: 8 };

/**
 * Runs a task in a thread of its own, because a hostile text can take any time and memory to parse.
 * @throws ToolFailure `page_unreadable`; the signal's reason
 */
export async function runInWorker(task: PageTask, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  const { pageWorker } = await import('./page-worker.mjs');
  const worker = new Worker(new URL(pageWorker), {
    workerData: task,
    resourceLimits,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  });
  let onAbort = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<unknown>((resolve, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      timer = setTimeout(() => reject(unreadable(task.url)), mostMs);
      worker.once('message', resolve);
      worker.once('error', () => reject(unreadable(task.url)));
      worker.once('exit', () => reject(unreadable(task.url)));
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    await worker.terminate();
  }
}

function unreadable(url: string): ToolFailure {
  return new ToolFailure(
    'page_unreadable',
    `the text of ${new URL(url).host} is too large or too deeply nested to read: fetch another page`,
  );
}
