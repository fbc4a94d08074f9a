import { Agent, request } from 'node:http';

export interface PreparedRequest {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/**
 * Sends prepared and signed requests over a number of kept connections. Any status except 200 fails the bench. Returns the requests
 * per second.
 */
export async function sendAll(
  url: string,
  requests: PreparedRequest[],
  connections: number,
): Promise<number> {
  const started = performance.now();
  await computeLatencies(url, requests, connections);
  return (requests.length * 1000) / (performance.now() - started);
}

/** Sends the requests like `sendAll`, and returns the milliseconds of each. */
export async function computeLatencies(
  url: string,
  requests: PreparedRequest[],
  connections: number,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const waiting = requests.values();
  const latencies: number[] = [];
  const sender = async () => {
    for (const prepared of waiting) {
      const started = performance.now();
      await send(agent, url, prepared);
      latencies.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, sender));
  agent.destroy();
  return latencies;
}

function send(agent: Agent, url: string, { path, headers, body }: PreparedRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
