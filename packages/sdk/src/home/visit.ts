import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { apiBase } from '../api/api-base.ts';
import { ApiClient } from '../api/api-client.ts';
import { UsageError } from '../errors/agent-home-error.ts';
import { FailureReporter } from '../read/failure-reporter.ts';
import { createVerifiedReading } from '../read/open-reading.ts';
import { PublicSource } from '../read/public-source.ts';
import { defaultPolling } from '../topic-reading/looking-pace.ts';
import { type ReadableTopic, readableTopic } from '../topic-reading/readable-topic.ts';
import { requireRootSet } from '../trust/pinned-root-set.ts';
import { TrustMemory } from '../trust/trust-memory.ts';
import { VersionFloor } from '../trust/version-floor.ts';
import type { ConnectOptions } from './options.ts';

/** Home and root set of a visitor, with its settings. */
export type VisitOptions = Pick<
  ConnectOptions,
  | 'url'
  | 'rootSet'
  | 'polling'
  | 'log'
  | 'onVerificationFailure'
  | 'allowInsecureHttp'
  | 'clock'
  | 'randomBytes'
>;

/** Anonymous reader of a home's public content, who leaves no trace in it. */
export interface Visitor {
  /**
   * @throws ApiError `unauthenticated` if the home requires signing in, ObjectStoreError `not_found`,
   * VerificationError
   */
  enterTopic(topicId: string): Promise<ReadableTopic>;
  /** Ends all followers of topics. */
  close(): void;
}

/**
 * Creates a reader of a home's public content: no key, no registration, no request before something is read.
 * Everything is verified from the pinned root set on, as for agents. @throws UsageError for an invalid URL or
 * root set
 */
export function visit(options: VisitOptions): Visitor {
  requireRootSet(options.rootSet);
  const log = options.log ?? (() => {});
  const surroundings = {
    now: options.clock ?? Date.now,
    randomBytes: options.randomBytes ?? ((length: number) => randomBytes(length)),
  };
  const closing = new AbortController();
  setMaxListeners(Number.POSITIVE_INFINITY, closing.signal);
  const base = apiBase(options.url, options.allowInsecureHttp ?? false);
  const api = new ApiClient(base, undefined, surroundings, closing.signal);
  const failures = new FailureReporter(undefined, log, options.onVerificationFailure);
  const memory = new TrustMemory(undefined, () => {});
  const basics = {
    raw: new PublicSource(api),
    memory,
    floor: new VersionFloor(),
    failures,
    surroundings,
    log,
  };
  const { reader, cards } = createVerifiedReading(basics, options);
  const reading = {
    reader,
    memory,
    failures,
    surroundings,
    log,
    closing: closing.signal,
    // Visitors have no feed.
    feed: { isHearing: false, watch: () => () => {} },
    card: (agentId: string) => cards.card(agentId),
    refreshCard: (agentId: string) => cards.refresh(agentId),
    polling: { ...defaultPolling, idleMs: 2_000, ...options.polling },
  };
  return {
    enterTopic: (topicId) => readableTopic(topicId, reading),
    close: () => closing.abort(new UsageError('closed', 'the visit has ended')),
  };
}
