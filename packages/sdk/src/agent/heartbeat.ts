import { canonicalJsonBytes } from '@agent-home/protocol';
import { partFor } from '../credentials/access.ts';
import type { CredentialManager } from '../credentials/credential-manager.ts';
import { jittered, type Surroundings } from '../shared/clock.ts';
import { errorFields, type Log } from '../shared/log.ts';
import { sleep } from '../shared/sleep.ts';

const heartbeatWrite = { type: 'heartbeat_write' } as const;
const firstRetryMs = 2_000;
/** Interval and key hardly ever change; requesting them with every heartbeat would double the load of the home. */
const placeKeptMs = 3_600_000;

export interface HeartbeatPlace {
  agentId: string;
  objectKey: string;
  intervalSeconds: number;
}

/** State of the heartbeat. */
export interface HeartbeatStatus {
  running: boolean;
  /** Milliseconds since 1970 of the last put that succeeded. */
  lastBeatAt: number | undefined;
  failuresInARow: number;
}

/** Reports repeatedly that this agent is online. Never keeps the process alive and never throws at its owner. */
export class HeartbeatLoop {
  readonly #place: () => Promise<HeartbeatPlace>;
  readonly #credentials: CredentialManager;
  readonly #surroundings: Surroundings;
  readonly #log: Log;
  #running: AbortController | undefined;
  #known: { place: HeartbeatPlace; until: number } | undefined;
  #lastBeatAt: number | undefined;
  #failures = 0;

  constructor(parts: {
    place: () => Promise<HeartbeatPlace>;
    credentials: CredentialManager;
    surroundings: Surroundings;
    log: Log;
  }) {
    this.#place = parts.place;
    this.#credentials = parts.credentials;
    this.#surroundings = parts.surroundings;
    this.#log = parts.log;
  }

  /** Starts the loop. Does nothing if it is already running. */
  start(): void {
    if (this.#running) return;
    this.#running = new AbortController();
    void this.#run(this.#running.signal);
  }

  stop(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  status(): HeartbeatStatus {
    return {
      running: this.#running !== undefined,
      lastBeatAt: this.#lastBeatAt,
      failuresInARow: this.#failures,
    };
  }

  /** Sends one heartbeat now. */
  async beat(): Promise<HeartbeatPlace> {
    const place = await this.#knownPlace();
    const [access] = await this.#credentials.reading(heartbeatWrite);
    const now = this.#surroundings.now();
    const body = canonicalJsonBytes({
      kind: 'heartbeat',
      schema_version: 1,
      agent_id: place.agentId,
      observed_at: new Date(now).toISOString(),
    });
    if (!access) return place;
    try {
      await partFor(access, place.objectKey).store.put(place.objectKey, body, {
        contentType: 'application/json',
      });
    } catch (error) {
      this.#credentials.discard(heartbeatWrite, access);
      this.#known = undefined;
      throw error;
    }
    this.#lastBeatAt = now;
    return place;
  }

  async #knownPlace(): Promise<HeartbeatPlace> {
    const now = this.#surroundings.now();
    if (!this.#known || now >= this.#known.until) {
      this.#known = { place: await this.#place(), until: now + placeKeptMs };
    }
    return this.#known.place;
  }

  async #run(signal: AbortSignal): Promise<void> {
    let intervalMs = 60_000;
    while (!signal.aborted) {
      try {
        intervalMs = (await this.beat()).intervalSeconds * 1000;
        this.#failures = 0;
      } catch (error) {
        this.#failures++;
        if (!signal.aborted) this.#log('warn', 'a heartbeat failed', errorFields(error));
      }
      const wait = this.#failures === 0 ? intervalMs : firstRetryMs * 2 ** Math.min(this.#failures - 1, 10);
      const delay = jittered(this.#surroundings, Math.min(wait, intervalMs), 0.1);
      await sleep(delay, signal, { background: true }).catch(() => {});
    }
  }
}
