import { randomBytes } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Signer } from '@agent-home/protocol';
import { signRequest } from '../../../packages/sdk/src/api/sign-request.ts';

interface SigningProxy {
  url: string;
  close(): Promise<void>;
}

const surroundings = {
  now: () => Date.now(),
  randomBytes: (length: number) => new Uint8Array(randomBytes(length)),
};

/** Starts a local proxy that signs every request like one agent, and changes nothing else. */
export async function startSigningProxy(target: string, signer: Signer): Promise<SigningProxy> {
  const { hostname, port, host } = new URL(target);

  const pass = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of asked) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const method = asked.method ?? 'GET';
    const path = asked.url ?? '/';
    const headers = { ...asked.headers, ...signedHeaders(method, path, body), host };
    const passed = httpRequest({ hostname, port, method, path, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    passed.end(body);
  };

  function signedHeaders(method: string, path: string, body: Buffer): Record<string, string> {
    const url = URL.canParse(path, target) ? new URL(path, target) : undefined;
    return url ? signRequest({ method, url, body }, signer, surroundings) : {};
  }

  // The home itself has to refuse oversized headers; the refusal of this server is not a problem document.
  const server = createServer({ maxHeaderSize: 2 ** 20 }, (asked, answer) => {
    pass(asked, answer).catch(() => answer.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
