import { credentialEndpoints, requestTo } from '@agent-home/http-contract';
import { sessionSeconds } from '@agent-home/object-store/agent';
import { credentialAnswerSchema } from '../api/answers.ts';
import type { ApiClient } from '../api/api-client.ts';
import { AccessDeniedError } from '../errors/access-denied-error.ts';
import { ApiError, ConnectionError } from '../errors/api-error.ts';
import { fraction, type Surroundings } from '../shared/clock.ts';
import { type Grant, grantName, type ReadGrant } from '../shared/grant.ts';
import { errorFields, type Log } from '../shared/log.ts';
import type { VersionFloor } from '../trust/version-floor.ts';
import { type Access, getAccess } from './access.ts';
import type { OpenStore } from './open-store.ts';

/** Long-lived, since every renewal costs the home a call to its token service. */
const readSeconds = sessionSeconds.most;
/** Time before its expiry at which a credential counts as expired, because clocks differ and requests take time. */
const expiryMarginMs = 90_000;
const renewalRetryMs = 15_000;

/**
 * Manages temporary credentials, requested on demand and kept in memory only. One in use is renewed in the
 * background after two thirds to five sixths of its life, so that agents which started together do not renew
 * together; an unused one expires, so that no timer runs.
 */
export class CredentialManager {
  readonly #api: ApiClient;
  readonly #floor: VersionFloor;
  readonly #open: OpenStore;
  readonly #surroundings: Surroundings;
  readonly #log: Log;
  readonly #live = new Map<string, Access>();
  readonly #pending = new Map<string, Promise<Access>>();
  readonly #nextRenewal = new Map<string, number>();
  readonly #renewalDue = new WeakMap<Access, number>();
  #readSeconds: number | undefined = readSeconds;

  constructor(parts: {
    api: ApiClient;
    floor: VersionFloor;
    open: OpenStore;
    surroundings: Surroundings;
    log: Log;
  }) {
    this.#api = parts.api;
    this.#floor = parts.floor;
    this.#open = parts.open;
    this.#surroundings = parts.surroundings;
    this.#log = parts.log;
  }

  /** Returns access for all of these, with one request for the missing ones. @throws AccessDeniedError */
  async reading(...grants: ReadGrant[]): Promise<Access[]> {
    const missing = grants.filter((grant) => !this.#usable(grant) && !this.#pending.has(grantName(grant)));
    if (missing.length > 0) this.#acquire(missing);
    return Promise.all(grants.map((grant) => this.#current(grant)));
  }

  /**
   * Requests new access for every action, because the writable keys change with every turn.
   * @throws AccessDeniedError
   */
  async writing(grant: Grant): Promise<Access> {
    const answered = (await this.#ask([grant], undefined)).get(grantName(grant));
    return granted(answered);
  }

  /** Drops access that the store refused, so that the next use requests it again. */
  discard(grant: ReadGrant, access: Access): void {
    const name = grantName(grant);
    if (this.#live.get(name) === access) this.#live.delete(name);
  }

  #usable(grant: Grant): boolean {
    const access = this.#live.get(grantName(grant));
    return access !== undefined && this.#surroundings.now() < access.expiresAt - expiryMarginMs;
  }

  #current(grant: ReadGrant): Promise<Access> | Access {
    const name = grantName(grant);
    const access = this.#live.get(name);
    if (access && this.#usable(grant)) {
      this.#renewWhenDue(grant, access);
      return access;
    }
    return this.#pending.get(name) ?? this.#acquireOne(grant);
  }

  #renewWhenDue(grant: ReadGrant, access: Access): void {
    const name = grantName(grant);
    const now = this.#surroundings.now();
    if (now < Math.max(this.#dueAt(access), this.#nextRenewal.get(name) ?? 0) || this.#pending.has(name))
      return;
    this.#nextRenewal.set(name, now + renewalRetryMs);
    this.#acquireOne(grant).catch((error) => {
      if (error instanceof AccessDeniedError) this.discard(grant, access);
      this.#log('warn', 'a credential could not be renewed', { grant: name, ...errorFields(error) });
    });
  }

  #dueAt(access: Access): number {
    const known = this.#renewalDue.get(access);
    if (known !== undefined) return known;
    const { obtainedAt, expiresAt } = access;
    const dueAt = obtainedAt + (expiresAt - obtainedAt) * (2 / 3 + fraction(this.#surroundings) / 6);
    this.#renewalDue.set(access, dueAt);
    return dueAt;
  }

  #acquireOne(grant: ReadGrant): Promise<Access> {
    this.#acquire([grant]);
    return this.#pending.get(grantName(grant)) ?? Promise.reject(new Error('unreachable'));
  }

  #acquire(grants: readonly ReadGrant[]): void {
    const asked = this.#askForReading(grants);
    for (const grant of grants) {
      const name = grantName(grant);
      const access = asked
        .then((answered) => {
          const found = granted(answered.get(name));
          this.#live.set(name, found);
          return found;
        })
        .finally(() => this.#pending.delete(name));
      // Callers receive the rejection; a background renewal has no caller.
      access.catch(() => {});
      this.#pending.set(name, access);
    }
  }

  async #askForReading(grants: readonly ReadGrant[]): Promise<Map<string, Access | AccessDeniedError>> {
    try {
      return await this.#ask(grants, this.#readSeconds);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'duration_out_of_range') throw error;
      // The limit of this home is lower, so its default duration is used.
      this.#readSeconds = undefined;
      return this.#ask(grants, undefined);
    }
  }

  async #ask(
    grants: readonly Grant[],
    durationSeconds: number | undefined,
  ): Promise<Map<string, Access | AccessDeniedError>> {
    const answer = await this.#api.request({
      ...requestTo(credentialEndpoints.issue),
      body: { grants, ...(durationSeconds === undefined ? {} : { duration_seconds: durationSeconds }) },
      answer: credentialAnswerSchema,
    });
    this.#floor.raise(answer.heads);
    return getAccess(answer, grants, this.#open, this.#surroundings.now());
  }
}

function granted(answered: Access | AccessDeniedError | undefined): Access {
  if (answered instanceof AccessDeniedError) throw answered;
  if (!answered || answered.parts.length === 0) {
    throw new ConnectionError('bad_answer', 'the home neither granted nor denied the requested access');
  }
  return answered;
}
