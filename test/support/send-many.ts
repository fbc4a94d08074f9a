import { Agent, request } from 'node:http';
import { every } from './every.ts';

/** Sends one request repeatedly over kept connections, 32 at once. Returns the number of responses by status. */
export async function sendMany(
  target: { method: string; url: string; headers?: Record<string, string> },
  count: number,
  getBody: (index: number) => Buffer | string,
): Promise<Map<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const statuses = new Map<number, number>();
  const { method, url, headers = {} } = target;
  const send = (index: number) =>
    new Promise<void>((resolve, reject) => {
      const body = getBody(index);
      const length = { 'content-length': Buffer.byteLength(body) };
      const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
        answer.resume();
        answer.on('error', reject);
        answer.on('end', () => {
          const status = answer.statusCode ?? 0;
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          resolve();
        });
      });
      sent.on('error', reject);
      sent.end(body);
    });
  await every(count, 32, send);
  agent.destroy();
  return statuses;
}
