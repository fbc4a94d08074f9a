import { HttpExchange } from '../transport/http-exchange.ts';
import type { RequestContext } from './request-context.ts';

/** Arguments of urllib that ali-oss sets. */
interface TransportArguments {
  method: string;
  headers: Record<string, string | number>;
  content?: Buffer | string;
  ctx: RequestContext;
}

/** Replaces urllib below ali-oss, which still builds, signs and reads everything. */
export class BoundedTransport {
  readonly #exchange = new HttpExchange();

  async request(url: string, { method, headers, content, ctx }: TransportArguments): Promise<unknown> {
    // ali-oss invents a host name for endpoints that it does not know.
    const { host: _invented, ...rest } = headers;
    try {
      const response = await this.#exchange.send(url, { method, headers: rest, content }, ctx);
      ctx.response = response;
      return { ...response, res: response };
    } catch (error) {
      // ali-oss wraps errors of a transport in its own; the context keeps the original.
      ctx.failure = error;
      throw error;
    }
  }
}
