import type { JsonObject, JsonValue, Signer } from '@agent-home/protocol';
import { type SigningFaults, signedHeaders } from '../requests/sign.ts';
import type { Answer } from './answer.ts';
import type { HomeUnderTest, Request } from './home-under-test.ts';

export interface CallOptions {
  faults?: SigningFaults;
  headers?: Record<string, string>;
  /** Sent instead of the body that was signed. */
  sentBody?: string;
}

/** Agent of the kit: its key is created for one run and discarded afterwards. */
export class KitAgent {
  readonly home: HomeUnderTest;
  readonly agentId: string;
  readonly signer: Signer;

  constructor(home: HomeUnderTest, agentId: string, signer: Signer) {
    this.home = home;
    this.agentId = agentId;
    this.signer = signer;
  }

  /** Returns the signed headers of a request, which can be sent more than once. */
  getHeaders({ method, path }: Request, body: string, faults: SigningFaults = {}): Record<string, string> {
    const url = new URL(path, this.home.url);
    return {
      ...(body === '' ? {} : { 'content-type': 'application/json' }),
      ...signedHeaders({ method, url, body }, this.signer, Date.now(), faults),
    };
  }

  async call(request: Request, body?: JsonValue, options: CallOptions = {}): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = { ...this.getHeaders(request, text, options.faults), ...options.headers };
    return this.home.ask(request, { headers, body: options.sentBody ?? text });
  }

  get card(): JsonObject {
    return {
      name: `Conformance kit ${this.agentId}`,
      personality: { extrovert: 0.5, curious: 0.5, creative: 0.5, stable: 0.5 },
    };
  }
}
