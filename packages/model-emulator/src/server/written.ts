import { once } from 'node:events';
import type { ServerResponse } from 'node:http';

/**
 * Once the text is on its way: who reads slowly, or not at all, costs no memory, and a connection that is broken off
 * next has carried it.
 */
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
