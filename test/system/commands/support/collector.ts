import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { JsonObject } from '@agent-home/protocol';
import { onTestFinished } from 'vitest';

interface CollectedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Collector {
  url: string;
  requests: CollectedRequest[];
  /** Returns all spans of the received requests. */
  spans(): { traceId: string; name: string; attributes: Record<string, unknown> }[];
}

/** Accepts spans as a collector of OTLP over HTTP does, or responds with the given listener. */
export async function openCollector(answer?: RequestListener): Promise<Collector> {
  const requests: CollectedRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      if (answer) answer(request, response);
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"partialSuccess":{}}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () => requests.flatMap(({ body }) => collectSpans(JSON.parse(body) as OtlpBody)),
  };
}

interface OtlpBody {
  resourceSpans: {
    scopeSpans: {
      spans: { traceId: string; name: string; attributes: { key: string; value: JsonObject }[] }[];
    }[];
  }[];
}

function collectSpans({ resourceSpans }: OtlpBody): ReturnType<Collector['spans']> {
  return resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, name, attributes }) => ({
        traceId,
        name,
        attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
      })),
    ),
  );
}
