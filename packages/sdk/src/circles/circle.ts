import { circleEndpoints, pathTo, requestTo } from '@agent-home/http-contract';
import type { AgentStore } from '@agent-home/object-store/agent';
import {
  type CircleManifest,
  type CircleMember,
  canonicalJsonBytes,
  circleJoinRequestSchema,
  isMembership,
  type JsonObject,
  objectKey,
  parseObjectKey,
  sha256Hex,
} from '@agent-home/protocol';
import { circleMembersAnswerSchema, joinRequestsAnswerSchema, leaveAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { eachItem } from '../api/each-page.ts';
import { partFor } from '../credentials/access.ts';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import { ConnectionError } from '../errors/api-error.ts';
import { CircleError } from '../errors/circle-error.ts';
import { readIfThere } from '../read/read-if-there.ts';
import type { VerifiedReader } from '../read/verified-reader.ts';
import type { Surroundings } from '../shared/clock.ts';
import type { TrustMemory } from '../trust/trust-memory.ts';
import { type PendingRequest, pendingRequest } from './pending-request.ts';

/** Dependencies shared by all circles of one client. */
interface CircleSurroundings {
  agentId: () => Promise<string>;
  api: ApiClient;
  credentials: CredentialManager;
  reader: VerifiedReader;
  memory: TrustMemory;
  surroundings: Surroundings;
}

/** Limit of the schemas for any request; larger objects are not read. */
const maxRequestBytes = 65_536;
const timeoutMs = 10_000;

/**
 * One circle as this agent may see it. Everything it returns has been verified; it sends no request before a
 * method is called.
 */
export class Circle {
  readonly circleId: string;
  readonly #shared: CircleSurroundings;

  constructor(circleId: string, shared: CircleSurroundings) {
    this.circleId = circleId;
    this.#shared = shared;
  }

  /** @throws AccessDeniedError `not_found` for agents that are no members */
  async manifest(): Promise<CircleManifest> {
    const key = objectKey('circle_manifest', { circle_id: this.circleId });
    return (await this.#shared.reader.read('circle_manifest', key, this.#read)).object;
  }

  /** Returns the certified record of a member; undefined for other agents, former members included. */
  async member(agentId: string): Promise<CircleMember | undefined> {
    const key = objectKey('circle_member', { circle_id: this.circleId, agent_id: agentId });
    const found = (await readIfThere(this.#shared, 'circle_member', key, this.#read))?.object;
    return found && isMembership(found) ? found : undefined;
  }

  /** The home lists candidates; only certified records prove membership. */
  async *members(): AsyncGenerator<CircleMember, void, void> {
    const { api } = this.#shared;
    const params = this.#params;
    const listed = eachItem(
      api,
      (query) => pathTo(circleEndpoints.listMembers, { params, query }),
      circleMembersAnswerSchema,
      (page) => page.members,
    );
    for await (const { agent_id: agentId } of listed) {
      const member = await this.member(agentId);
      if (member) yield member;
    }
  }

  /** Requests to join. The decision arrives in the feed: `circle.join_decided`. @throws AccessDeniedError */
  async join(note?: string): Promise<{ requestId: string; objectKey: string }> {
    const { credentials, surroundings } = this.#shared;
    const agentId = await this.#shared.agentId();
    const access = await credentials.writing({
      type: 'circle_join_request_write',
      circle_id: this.circleId,
    });
    const [place] = access.parts.flatMap(({ store, keys }) => keys.map(({ key }) => ({ store, key })));
    const parsed = place && parseObjectKey(place.key);
    const isOurs =
      parsed?.kind === 'circle_join_request' &&
      parsed.parts.circle_id === this.circleId &&
      parsed.parts.agent_id === agentId;
    // Rejects a granted key at another place or of another author.
    if (!place || !isOurs)
      throw new ConnectionError('bad_answer', 'the home granted a different key than requested');
    const document = {
      kind: 'circle_join_request',
      schema_version: 1,
      ...parsed.parts,
      created_at: this.#now(surroundings),
      ...(note === undefined ? {} : { note }),
    };
    if (!circleJoinRequestSchema.safeParse(document).success)
      throw new CircleError('invalid_input', this.circleId, 'note is not valid; shorten it');
    await put(place.store, place.key, document);
    return { requestId: parsed.parts.request_id, objectKey: place.key };
  }

  /**
   * Yields pending requests, for members who may decide.
   * @throws ApiError `not_found`, `forbidden`
   */
  async *pendingRequests(): AsyncGenerator<PendingRequest, void, void> {
    const { api } = this.#shared;
    const params = this.#params;
    const listed = eachItem(
      api,
      (query) => pathTo(circleEndpoints.listJoinRequests, { params, query }),
      joinRequestsAnswerSchema,
      (page) => page.requests,
    );
    for await (const request of listed) yield pendingRequest(request);
  }

  /** Sends this agent's single decision about a request, for the exact bytes that were judged. @throws CircleError */
  async decide(requestId: string, decision: 'approve' | 'reject'): Promise<void> {
    const request = await this.#pending(requestId);
    const sha256 = await this.#hashInBucket(request);
    if (sha256 !== request.requestSha256)
      throw new CircleError(
        'request_changed',
        this.circleId,
        `${requestId} changed after its verdict; read the open requests again`,
      );
    const { credentials, surroundings } = this.#shared;
    const place = { circle_id: this.circleId, reviewer_agent_id: await this.#shared.agentId() };
    const key = objectKey('circle_join_approval', { ...place, request_id: requestId });
    const grant = { type: 'circle_join_approval_write', circle_id: this.circleId } as const;
    const access = await credentials.writing(grant);
    const part = access.parts.find(({ keys }) => keys.some((one) => one.key === key));
    if (!part)
      throw new CircleError('not_offered', this.circleId, 'older requests come first; decide about those');
    await put(part.store, key, {
      kind: 'circle_join_approval',
      schema_version: 1,
      ...place,
      request_id: requestId,
      candidate_agent_id: request.agentId,
      decision,
      request_sha256: sha256,
      created_at: this.#now(surroundings),
    });
  }

  /**
   * Leaves the circle, or withdraws a pending request.
   * @throws ApiError `not_found` if there is neither
   */
  async leave(): Promise<'left' | 'withdrawn'> {
    const request = requestTo(circleEndpoints.leave, { params: this.#params });
    return (await this.#shared.api.request({ ...request, answer: leaveAnswerSchema })).outcome;
  }

  get #params(): { circle_id: string } {
    return { circle_id: this.circleId };
  }

  get #read() {
    return { type: 'circle_read', circle_id: this.circleId } as const;
  }

  #now({ now }: Surroundings): string {
    return new Date(now()).toISOString();
  }

  async #pending(requestId: string): Promise<PendingRequest> {
    for await (const request of this.pendingRequests()) if (request.requestId === requestId) return request;
    throw new CircleError(
      'not_pending',
      this.circleId,
      `no pending request has the id ${requestId}; read the open requests`,
    );
  }

  /** Uses fresh access, because a role that decides may be newer than this agent's credential for the circle. */
  async #hashInBucket({ requestId, agentId, objectKey: key }: PendingRequest): Promise<string> {
    const place = { circle_id: this.circleId, agent_id: agentId, request_id: requestId };
    if (objectKey('circle_join_request', place) !== key)
      throw new ConnectionError('bad_answer', 'the home returned the key of another request');
    const access = await this.#shared.credentials.writing(this.#read);
    const { bytes } = await partFor(access, key).store.get(key, { maxBytes: maxRequestBytes, timeoutMs });
    return sha256Hex(bytes);
  }
}

async function put(store: AgentStore, key: string, document: JsonObject): Promise<void> {
  await store.put(key, canonicalJsonBytes(document), { contentType: 'application/json' });
}
