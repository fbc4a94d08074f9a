import type OSS from 'ali-oss';
import { ObjectStoreError } from '../port/object-store-error.ts';
import { type CredentialSource, currentCredentials } from '../port/store-credentials.ts';
import { type HttpAnswer, type HttpBounds, MAX_ANSWER_BYTES } from '../transport/http-exchange.ts';
import { BoundedTransport } from './bounded-transport.ts';
import { OssClientFactory, type OssClientSettings } from './oss-client-factory.ts';
import { toObjectStoreError } from './oss-error.ts';
import type { RequestContext } from './request-context.ts';

export interface ExchangeBounds extends Omit<HttpBounds, 'maxBytes'> {
  /** Name of the operation, for the error message. */
  name: string;
  maxBytes?: number;
}

/** Options of ali-oss, which passes `ctx` to the transport; its types declare it for one method only. */
export type RequestOptions = OSS.RequestOptions & { ctx: RequestContext };

/** Sends one request with the current credentials, within limits, and translates its failure. Does not retry. */
export class OssExchange {
  readonly #credentials: CredentialSource;
  readonly #clients: OssClientFactory;

  constructor(settings: OssClientSettings, credentials: CredentialSource) {
    this.#credentials = credentials;
    this.#clients = new OssClientFactory(settings, new BoundedTransport());
  }

  /** Returns the library's client for work without requests, such as presigning. */
  async client(): Promise<OSS> {
    return this.#clients.clientFor(await currentCredentials(this.#credentials));
  }

  async run<Result>(
    bounds: ExchangeBounds,
    call: (client: OSS, options: RequestOptions) => Promise<Result>,
  ): Promise<{ result: Result; response: HttpAnswer }> {
    const { name, ...limits } = bounds;
    const credentials = await currentCredentials(this.#credentials);
    const context: RequestContext = { maxBytes: MAX_ANSWER_BYTES, ...limits };
    try {
      const result = await call(this.#clients.clientFor(credentials), { ctx: context });
      return { result, response: whole(answered(context, name), name) };
    } catch (error) {
      if (error instanceof ObjectStoreError) throw error;
      if (context.failure instanceof ObjectStoreError) throw context.failure;
      answered(context, name);
      throw toObjectStoreError(error, name, credentials, Date.now());
    }
  }
}

/** Without a response and without a network failure, the library itself refused the request. */
function answered({ response }: RequestContext, name: string): HttpAnswer {
  if (response === undefined)
    throw new ObjectStoreError('invalid_request', `${name}: refused before sending`);
  return response;
}

/**
 * Rejects 206 and 304, which ali-oss counts as success: they were not requested, and their content is not the
 * object.
 */
function whole(response: HttpAnswer, name: string): HttpAnswer {
  const { status } = response;
  if (status === 200 || status === 204) return response;
  throw new ObjectStoreError('unavailable', `${name}: unexpected status ${status}`, { status });
}
