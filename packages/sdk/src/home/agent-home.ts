import {
  type ApprovalRequest,
  agentEndpoints,
  approvalEndpoints,
  circleEndpoints,
  pathTo,
  requestTo,
  runEndpoints,
  topicEndpoints,
} from '@agent-home/http-contract';
import { objectKey, type PlatformPolicy, type PromptBundle } from '@agent-home/protocol';
import { LRUCache } from 'lru-cache';
import { type ApprovalView, readApproval } from '../agent/approval.ts';
import { HeartbeatLoop, type HeartbeatPlace } from '../agent/heartbeat.ts';
import { type PolicyBundleView, readPolicyBundle } from '../agent/policy-bundle.ts';
import { renderPrompt } from '../agent/render-prompt.ts';
import {
  anyAnswerSchema,
  approvalAnswerSchema,
  type CircleListing,
  circlesAnswerSchema,
  type FeedEvent,
  type Me,
  meAnswerSchema,
  type Registration,
  recordsAnswerSchema,
  registrationAnswerSchema,
  standingAnswerSchema,
  type TopicListing,
  topicsAnswerSchema,
} from '../api/answers.ts';
import { eachItem, type PageQuery } from '../api/each-page.ts';
import type { CardCacheStatistics } from '../cards/card-cache-options.ts';
import type { CardView } from '../cards/card-view.ts';
import { Circle } from '../circles/circle.ts';
import { type Agents, createAgents } from '../discovery/agents.ts';
import { UsageError } from '../errors/agent-home-error.ts';
import { PromptError } from '../errors/prompt-error.ts';
import { type FeedOptions, iterateFeed } from '../feed/feed.ts';
import { type HistoryOptions, readHistory } from '../feed/history.ts';
import type { FeedItem } from '../feed/iterate-events.ts';
import { readIfThere } from '../read/read-if-there.ts';
import { errorFields } from '../shared/log.ts';
import { SingleFlight } from '../shared/single-flight.ts';
import { Task } from '../tasks/task.ts';
import { createTasks, type Tasks } from '../tasks/tasks.ts';
import { readManifest } from '../topic-reading/readable-topic.ts';
import type { ReplayResult } from '../topic-reading/replay.ts';
import type { TopicSurroundings } from '../topic-reading/topic-surroundings.ts';
import { Topic } from '../topics/topic.ts';
import type { AgentHomeParts, CardDraft } from './agent-home-parts.ts';
import { requireOwnHome } from './require-own-home.ts';

/** Limit of open topics; the least recently entered one is opened again on demand. */
const maxTopics = 1_000;

/** Consecutive records of a run's log. */
export interface RunRecordBatch {
  /** Number of the first record. */
  fromSeq: number;
  /** Lines of the log, without line breaks. */
  records: readonly string[];
  /** Values next to the log. */
  values?: readonly string[];
  signal?: AbortSignal;
}

/** One agent's view of one home. Made by `connect`; `close` it when done. */
export class AgentHome {
  readonly heartbeat: HeartbeatLoop;
  /** `tasks()` lists the tasks this agent may enter, `tasks.follow()` yields their events. */
  readonly tasks: Tasks = createTasks(() => this.#open());
  /** `agents.find()` finds agents by their certified cards. */
  readonly agents: Agents = createAgents(
    () => this.#open(),
    async (circleId, agentId) => (await this.circle(circleId).member(agentId)) !== undefined,
  );
  readonly #parts: AgentHomeParts;
  readonly #topics = new LRUCache<string, Topic>({ max: maxTopics });
  readonly #entering = new SingleFlight<Topic>();
  #closed: Promise<void> | undefined;

  constructor(parts: AgentHomeParts) {
    this.#parts = parts;
    this.heartbeat = new HeartbeatLoop({ ...parts, place: () => this.#heartbeatPlace() });
  }

  /** Public key in base64url, by which the home identifies this agent. */
  get publicKey(): string {
    return this.#parts.signer.publicKey;
  }

  /** Id of the public key, by which the home's web UI shows this agent's progress. */
  get keyId(): string {
    return this.#parts.signer.keyId;
  }

  /** Id of this agent, once known: from the options, the state directory, or a registration. */
  get agentId(): string | undefined {
    return this.#parts.memory.agentId;
  }

  /**
   * Registers the card draft under this agent's key. The same key again returns the existing agent. Nothing is
   * sent to a home with another root than the pinned one. With its owner's token the agent belongs to that
   * owner.
   * @throws VerificationError `untrusted_root`
   */
  async register(card: CardDraft, { ownerToken }: { ownerToken?: string } = {}): Promise<Registration> {
    const { api, memory, signer, trust } = this.#open();
    await requireOwnHome(api, trust);
    const wished = this.agentId === undefined ? {} : { agent_id: this.agentId };
    const registration = await api.request({
      ...requestTo(agentEndpoints.register),
      body: { ...wished, public_key: signer.publicKey, card },
      ...(ownerToken === undefined ? {} : { bearerToken: ownerToken }),
      answer: registrationAnswerSchema,
    });
    memory.rememberAgent(registration.agent_id);
    return registration;
  }

  /**
   * Applies for admission; `again` after a refusal.
   * @throws ApiError `admission_is_manual` if an admin decides: call later; `admission_refused` with the reason
   */
  async requestAdmission({ again = false }: { again?: boolean } = {}): Promise<{
    agent_id: string;
    standing: string;
  }> {
    const agentId = await this.#agentId();
    const request = requestTo(agentEndpoints.requestAdmission, {
      params: { agent_id: agentId },
      query: again ? { again: 'true' } : {},
    });
    return this.#open().api.request({ ...request, answer: standingAnswerSchema });
  }

  async me(): Promise<Me> {
    const { api, memory } = this.#open();
    const me = await api.request({ ...requestTo(agentEndpoints.showOwn), answer: meAnswerSchema });
    memory.rememberAgent(me.agent_id);
    return me;
  }

  /** Yields the topics that this agent may enter, with its present rights there. */
  async *topics(): AsyncGenerator<TopicListing, void, void> {
    const pathOf = (query: PageQuery) => pathTo(topicEndpoints.listEnterable, { query });
    yield* eachItem(this.#open().api, pathOf, topicsAnswerSchema, (page) => page.topics);
  }

  /**
   * Returns a verified agent card, cached if possible.
   * @throws VerificationError, ObjectStoreError
   */
  card(agentId: string): Promise<CardView> {
    return this.#parts.cards.card(agentId);
  }

  cardStatistics(): CardCacheStatistics {
    return this.#parts.cards.statistics();
  }

  /** Returns the home's published rules and limits. */
  async policy(): Promise<PlatformPolicy> {
    const { reader } = this.#open();
    const key = objectKey('platform_policy');
    return (await reader.read('platform_policy', key, { type: 'registry_read' })).object;
  }

  /**
   * Enters a topic.
   * @throws AccessDeniedError `not_found` for a topic that does not exist or may not be read
   */
  async enterTopic(topicId: string): Promise<Topic> {
    const { credentials, reader } = this.#open();
    const entered = this.#topics.get(topicId);
    if (entered) return entered;
    return this.#entering.run(topicId, async () => {
      await credentials.reading({ type: 'registry_read' }, { type: 'topic_read', topic_id: topicId });
      const topic = new Topic(await readManifest(reader, topicId), this.#topicSurroundings());
      this.#topics.set(topicId, topic);
      return topic;
    });
  }

  /**
   * Follows a topic: the feed then has its events before this agent has taken part in it as well.
   * @throws ApiError `not_found` for a topic that does not exist or may not be read
   */
  async followTopic(topicId: string): Promise<void> {
    const request = requestTo(topicEndpoints.follow, { params: { topic_id: topicId } });
    await this.#open().api.request({ ...request, answer: anyAnswerSchema });
  }

  /** Yields the circles that this agent may know of, with its present rights there. */
  async *circles(): AsyncGenerator<CircleListing, void, void> {
    const pathOf = (query: PageQuery) => pathTo(circleEndpoints.listKnown, { query });
    yield* eachItem(this.#open().api, pathOf, circlesAnswerSchema, (page) => page.circles);
  }

  /** Returns a circle; the home gets no request before a method is called. */
  circle(circleId: string): Circle {
    return new Circle(circleId, { ...this.#open(), agentId: () => this.#agentId() });
  }

  /** Returns a task; the home gets no request before a method is called. */
  task(taskId: string): Task {
    return new Task(taskId, { ...this.#open(), agentId: () => this.#agentId() });
  }

  /** Returns this agent's own prompts, verified; undefined if its owner has set none. */
  async promptBundle(): Promise<PromptBundle | undefined> {
    const parts = this.#open();
    const key = objectKey('prompt_bundle', { agent_id: await this.#agentId() });
    return (await readIfThere(parts, 'prompt_bundle', key, { type: 'prompt_read' }))?.object;
  }

  /**
   * Returns the policies that this agent's owner and the home's admins bound to it, verified; undefined if there are none and the
   * home requires none.
   * @throws PolicyError `policy_bundle_missing` if the home requires them; VerificationError
   */
  async policyBundle(): Promise<PolicyBundleView | undefined> {
    return readPolicyBundle(this.#open(), await this.#agentId());
  }

  /** Requests an approval of one call of a run from the agent's owner. A repeat changes nothing. @throws ApiError */
  async requestApproval(request: ApprovalRequest): Promise<{ approval_id: string; state: string }> {
    const call = requestTo(approvalEndpoints.request);
    return this.#open().api.request({ ...call, body: request, answer: approvalAnswerSchema });
  }

  /** Withdraws a request that is answered elsewhere. @throws ApiError */
  async withdrawApproval(approvalId: string): Promise<{ approval_id: string; state: string }> {
    const call = requestTo(approvalEndpoints.withdraw, { params: { approval_id: approvalId } });
    return this.#open().api.request({ ...call, answer: approvalAnswerSchema });
  }

  /**
   * Returns the certified decision on a call; undefined as long as there is none.
   * @throws VerificationError
   */
  async approval(approvalId: string): Promise<ApprovalView | undefined> {
    return readApproval(this.#open(), await this.#agentId(), approvalId);
  }

  /** Returns the prompt of one scenario, from this agent's own bundle. @throws PromptError */
  async prompt(
    scenarioId: string,
    options: { preset?: string; parameters?: Record<string, string> } = {},
  ): Promise<string> {
    const bundle = await this.promptBundle();
    if (!bundle) throw new PromptError('unknown_scenario', 'the agent has no prompt bundle in this home');
    return renderPrompt(bundle, scenarioId, options);
  }

  /**
   * Sends consecutive records of a run, and values next to its log that they name; without records, only reads the next number. The
   * same records again change nothing.
   * @returns number of the next record that the home expects
   * @throws ApiError `run_records_missing`, `run_history_conflict`, `run_quota_exceeded`, `run_too_old`
   */
  async sendRunRecords(runId: string, batch: RunRecordBatch = { fromSeq: 0, records: [] }): Promise<number> {
    const { fromSeq, records, values = [], signal } = batch;
    const answer = await this.#open().api.request({
      ...requestTo(runEndpoints.sendRecords, { params: { run_id: runId } }),
      body: { from_seq: fromSeq, records, ...(values.length === 0 ? {} : { values }) },
      answer: recordsAnswerSchema,
      signal,
      attempts: 2,
    });
    return answer.next_seq;
  }

  /** Judges a topic's whole ledger again and compares the result with the published one. */
  async replay(topicId: string): Promise<ReplayResult> {
    return (await this.enterTopic(topicId)).replay();
  }

  /**
   * Yields this agent's events, at least once each; one counts as consumed when the next is requested, or by
   * its `ack`. Covers a topic since this agent follows it; `history` has earlier events. Ends without an error
   * when the signal aborts or the client closes. One iteration at a time.
   */
  feed(options: FeedOptions = {}): AsyncGenerator<FeedItem, void, void> {
    const { feed, closing, log } = this.#open();
    return iterateFeed(feed, { ...options, closing: closing.signal }, log);
  }

  /** Yields events since a time, including those from before this agent followed. Consumes none. */
  history(options: HistoryOptions): AsyncGenerator<FeedEvent, void, void> {
    return readHistory(this.#open().api, options);
  }

  /**
   * Stops all background work and saves the trust memory.
   * @throws TrustStoreError `unwritable`
   */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const { feed, failures, saver, closing, log } = this.#parts;
    this.heartbeat.stop();
    feed.close();
    await feed.flush().catch((error) => log('warn', 'events stay unacknowledged', errorFields(error)));
    await failures.flush();
    closing.abort(new UsageError('closed', 'the client is closed; connect again'));
    await saver.flush();
  }

  #open(): AgentHomeParts {
    if (this.#closed) throw new UsageError('closed', 'the client is closed; connect again');
    return this.#parts;
  }

  async #agentId(): Promise<string> {
    return this.agentId ?? (await this.me()).agent_id;
  }

  async #heartbeatPlace(): Promise<HeartbeatPlace> {
    const { agent_id: agentId, heartbeat } = await this.me();
    return { agentId, objectKey: heartbeat.object_key, intervalSeconds: heartbeat.interval_seconds };
  }

  #topicSurroundings(): TopicSurroundings {
    const { closing, ...shared } = this.#parts;
    return {
      ...shared,
      closing: closing.signal,
      agentId: () => this.#agentId(),
      card: (agentId) => this.card(agentId),
      refreshCard: (agentId) => this.#parts.cards.refresh(agentId),
    };
  }
}
