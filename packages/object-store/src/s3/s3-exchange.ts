import {
  type CredentialSource,
  currentCredentials,
  type StoreCredentials,
} from '../port/store-credentials.ts';
import {
  type HttpAnswer,
  type HttpBounds,
  HttpExchange,
  MAX_ANSWER_BYTES,
} from '../transport/http-exchange.ts';
import { toS3Error } from './s3-error.ts';
import type { S3Settings } from './s3-settings.ts';
import { signS3Request, type UnsignedRequest } from './sign-request.ts';

interface S3Bounds extends Omit<HttpBounds, 'maxBytes'> {
  /** Name of the operation, for the error message. */
  name: string;
  maxBytes?: number;
}

/** Sends one request with the current credentials, within limits, and translates its failure. Does not retry. */
export class S3Exchange {
  readonly #settings: S3Settings;
  readonly #service: 's3' | 'sts';
  readonly #credentials: CredentialSource;
  readonly #exchange = new HttpExchange();

  constructor(settings: S3Settings, service: 's3' | 'sts', credentials: CredentialSource) {
    this.#settings = settings;
    this.#service = service;
    this.#credentials = credentials;
  }

  credentials(): Promise<StoreCredentials> {
    return currentCredentials(this.#credentials);
  }

  /** Returns a response with status 200 or 204; throws for any other. */
  async run({ name, ...bounds }: S3Bounds, request: UnsignedRequest): Promise<HttpAnswer> {
    const credentials = await this.credentials();
    const signed = signS3Request(this.#settings, this.#service, request, credentials, new Date());
    const answer = await this.#exchange.send(signed.url, signed, { maxBytes: MAX_ANSWER_BYTES, ...bounds });
    if (answer.status === 200 || answer.status === 204) return answer;
    throw toS3Error(name, answer, credentials, Date.now());
  }
}
