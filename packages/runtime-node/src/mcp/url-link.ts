import {
  type FetchLike,
  type OAuthClientProvider,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { FloodGauge } from './flood-gauge.ts';
import type { ServerLink } from './link.ts';

export interface UrlTarget {
  url: string;
  /** `sse` for a server with only the older transport; otherwise the newer one is tried first. */
  type: 'http' | 'sse';
  headers: Readonly<Record<string, string>>;
  auth?: OAuthClientProvider | undefined;
  fetch?: FetchLike | undefined;
  /**
   * Removes secrets from error messages, because the protocol's client prints an authorization server's response to a failed login.
   */
  clean?: ((text: string) => string) | undefined;
}

const mostBytesOfReply = 8 * 1024 * 1024;
const streamLimits = { burst: 64 * 1024 * 1024, perSecond: 1024 * 1024 };

/** Transports to a server by its address, in the order in which they are tried. */
export function urlTransports(
  target: UrlTarget,
): (() => StreamableHTTPClientTransport | SSEClientTransport)[] {
  const options = {
    requestInit: { headers: { ...target.headers } },
    fetch: limited(target.fetch ?? fetch, target.clean),
    // A redirect to another origin would take the headers with it.
    redirectPolicy: 'same-origin' as const,
    ...(target.auth === undefined ? {} : { authProvider: target.auth }),
  };
  const url = new URL(target.url);
  const older = () => new SSEClientTransport(url, options);
  const newer = () => new StreamableHTTPClientTransport(url, options);
  return target.type === 'sse' ? [older] : [newer, older];
}

/** Links to a server by its address, in the order in which they are tried. */
export function urlLinks(target: UrlTarget): (() => ServerLink)[] {
  return urlTransports(target).map((open) => () => getLink(open()));
}

/** Returns true if the server rejected the newer transport in the way of one that supports only the older. */
export function speaksOlderTransport(error: unknown): boolean {
  return error instanceof SdkHttpError && [400, 404, 405, 406, 415].includes(error.status);
}

const farewellMs = 500;

function getLink(transport: StreamableHTTPClientTransport | SSEClientTransport): ServerLink {
  return {
    transport,
    end: 'ended',
    nonsense: 0,
    errorOutput: '',
    close: async () => {
      // Lets the server free the session; closing continues even if it does not respond.
      if (transport instanceof StreamableHTTPClientTransport && transport.sessionId !== undefined)
        await Promise.race([transport.terminateSession().catch(() => undefined), later(farewellMs)]);
      await transport.close();
    },
  };
}

function later(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

/** Limits responses by size and streams by rate, so that an endless response cannot fill memory. */
function limited(send: FetchLike, clean: UrlTarget['clean']): FetchLike {
  return async (address, init) => {
    const response = await send(address, init);
    if (response.body === null) return response;
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const gauge = isStream
      ? new FloodGauge(streamLimits)
      : new FloodGauge({ burst: mostBytesOfReply, perSecond: 0 });
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          if (gauge.take(chunk.length)) controller.enqueue(chunk);
          else controller.error(new Error('the server sent more than is read'));
        },
      }),
    );
    const { status, statusText, headers } = response;
    const head = { status, statusText, headers };
    if (response.ok || clean === undefined) return new Response(counted, head);
    return new Response(clean(await new Response(counted).text()), head);
  };
}
