import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { JsonObject } from '@agent-home/protocol';
import { onTestFinished } from 'vitest';
import { createNativeTools } from '../native-tools/create-native-tools.ts';
import { scratchProject } from './scratch-project.ts';
import { callTool, never } from './tool-calls.ts';

export interface Page {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export async function listen(handle: RequestListener) {
  const server = createServer(handle);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { server, port: typeof address === 'object' && address !== null ? address.port : 0 };
}

/** Serves pages by their paths; others, such as robots.txt, are missing. */
export async function serve(pages: Record<string, Page>) {
  const requests: IncomingMessage[] = [];
  const { port } = await listen((request, response) => {
    requests.push(request);
    const page = pages[request.url ?? ''] ?? { status: 404 };
    response.writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers });
    response.end(page.body ?? '');
  });
  return { requests, port, at: (path: string) => `http://127.0.0.1:${port}${path}` };
}

export function fetching({ allowPrivate = true, environment = {} as NodeJS.ProcessEnv } = {}) {
  const tools = createNativeTools({
    projectFolder: scratchProject().folder,
    environment: { PATH: process.env.PATH, ...environment },
    webFetch: { allowPrivate },
  });
  onTestFinished(() => tools.close());
  return (url: string, more: JsonObject = {}, context = never) =>
    callTool(tools, 'web_fetch', { url, ...more }, context);
}
