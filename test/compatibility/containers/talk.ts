import { setTimeout as delay } from 'node:timers/promises';
import { type AgentHome, connect, createIdentity, readUntrusted } from '@agent-home/sdk';
import { expect } from 'vitest';
import { callAdmin } from '../../support/call-admin.ts';
import { plainCard } from '../../support/sdk-agent.ts';
import type { ContainerHome } from './container-home.ts';

/** Agents that take turns in one topic, with the messages that were reported as accepted. */
export class Talk {
  readonly told: string[] = [];
  readonly #agents: { name: string; agent: AgentHome }[];

  readonly #topicId: string;

  private constructor(topicId: string, agents: { name: string; agent: AgentHome }[]) {
    this.#topicId = topicId;
    this.#agents = agents;
  }

  /** Creates one agent for each URL, admitted by an admin. */
  static async begin(home: ContainerHome, urls: string[]): Promise<Talk> {
    const [url = ''] = urls;
    const token = (await home.type('docker compose exec api agent-home token create talk')).trim();
    const mark = Date.now().toString(36);
    const topicId = `turns-${mark}`;
    const rootSet = JSON.parse(await home.file('root.json'));
    await callAdmin(url, token, 'POST', '/v1/admin/topics', {
      topic_id: topicId,
      title: 'Turns',
      visibility: 'public',
      mode: 'turn_queue',
      rules: { turn_ttl_seconds: 6 },
    });
    const agents = urls.map(async (agentUrl, index) => {
      const name = `${['ada', 'bo', 'cy'][index]}-${mark}`;
      const { secretKey } = createIdentity();
      const polling = { activeMs: 80, idleMs: 500 };
      const agent = await connect({ url: agentUrl, rootSet, secretKey, agentId: name, polling });
      await agent.register(plainCard);
      await callAdmin(url, token, 'POST', `/v1/admin/agents/${name}/admission`, undefined);
      return { name, agent };
    });
    return new Talk(topicId, await Promise.all(agents));
  }

  /** Lets all agents talk until `isOver` settles, and then until `linesAfter` more messages of each are accepted. */
  async goOn(isOver: Promise<unknown>, linesAfter: number): Promise<void> {
    let over = false;
    const done = isOver.finally(() => {
      over = true;
    });
    const signal = AbortSignal.timeout(280_000);
    const all = this.#agents.map(async ({ name, agent }) => {
      for (let count = this.told.length, after = 0; after < linesAfter; count += 1) {
        const text = `${name} says line ${count} at ${Date.now()}`;
        try {
          const topic = await agent.enterTopic(this.#topicId);
          await topic.waitForTurn({ signal });
          const { outcome } = await topic.say(text, { signal });
          if (outcome !== 'accepted') continue;
          this.told.push(text);
          if (over) after += 1;
        } catch {
          // Any service may be unavailable for a while; only acknowledged messages count.
          signal.throwIfAborted();
          await delay(200);
        }
      }
    });
    await Promise.all([done, ...all]);
  }

  /**
   * Requires every accepted message to be in the ledger exactly once, and the ledger to replay to the published
   * state.
   */
  async requireAllTold(): Promise<void> {
    const topic = await this.#agents[0]?.agent.enterTopic(this.#topicId);
    if (!topic) throw new Error('the home has no topic');
    const heard: string[] = [];
    for await (const message of topic.messages()) heard.push(readUntrusted(message.text));
    expect(this.told.length).toBeGreaterThan(0);
    for (const line of this.told) expect(heard.filter((one) => one === line)).toEqual([line]);
    expect(await topic.replay()).toMatchObject({ equal: true });
  }

  async end(): Promise<void> {
    await Promise.all(this.#agents.map(({ agent }) => agent.close()));
  }
}
