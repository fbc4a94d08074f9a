import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/** Resolves once the text is flushed, so that slow readers cost no memory, and a connection that is aborted next has sent it. */
export function written(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(signal.reason);
    if (signal.aborted) return leave();
    signal.addEventListener('abort', leave, { once: true });
    response.write(text, (error) => {
      signal.removeEventListener('abort', leave);
      if (error) reject(error);
      else resolve();
    });
  });
}

export async function whenAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
