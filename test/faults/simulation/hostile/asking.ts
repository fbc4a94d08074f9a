import { createHash } from 'node:crypto';
import type { RawRequest } from '../../../../packages/oss-emulator/src/testing/raw-request.ts';
import type { IssuedCredential } from '../../../support/raw-agent.ts';
import type { Pace } from './wire.ts';

export type Caller = 'agent' | 'leaver' | 'anonymous' | 'owner' | 'forged';

export interface Ask {
  as: Caller;
  method: string;
  path: string;
  /** Raw text of the body. */
  text?: string;
  headers?: Record<string, string>;
  pace?: Pace;
}

export interface StoreAsk {
  method: string;
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  pace?: Pace;
}

export interface UrlUse {
  ask: StoreAsk;
  /** Duration of the signature, and the time of signing. */
  signing: { expiresSeconds: number | string; time: number };
  /** Change that the holder makes to the URL before use. */
  change?: ((url: RawRequest) => RawRequest) | undefined;
}

export interface Route {
  method: string;
  path: string;
  /** Parameters of its query. */
  query: string[];
}

/** Memory of the hostile resident, shared by all its hands. */
export class Memory {
  /** Keys in its folder, with any outcome. */
  readonly written = new Set<string>();
  /** Rights to a topic that it was put out of, for as long as they live. */
  readonly formerRights: IssuedCredential[] = [];
  /** Text of each join request, by the id of the request. */
  readonly joinRequests = new Map<string, string>();
  readonly credentials = new Map<string, { credential: IssuedCredential; until: number }>();
  routes: Route[] = [];
}

export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');
