import { randomBytes } from 'node:crypto';
import { signerOf } from '@agent-home/protocol';
import { endFork, forkTypeScript } from '../fork-typescript.ts';
import type { BenchAgent } from '../home/bench-agents.ts';
import { prepareCredentialRequest } from '../home/credential-request.ts';
import type { Bench, BenchContext, OpenBench } from '../measure.ts';
import { type PreparedRequest, sendAll } from '../send-all.ts';

const connections = 64;
const floorName = 'bare Fastify route that verifies one Ed25519 signature';

/**
 * Requests the credentials of an agent that enters a topic; each agent has done so before, and its credential
 * is still valid.
 */
export const credentialsReused: Bench = {
  name: 'credentials_reused',
  unit: 'requests/s',
  floorName,
  target: { atLeast: 0.55 },
  pairs: { full: 7, short: 2 },
  async open(context) {
    const { agents, topicIds } = await context.home();
    const number = context.short ? 400 : 2_000;
    return openCredentials(context, number, (index) => ({
      agent: agents[index % agents.length],
      topicId: topicIds[0],
    }));
  },
};

/** Like the bench above without a repeated agent and topic: each request calls the token service. */
export const credentialsSts: Bench = {
  name: 'credentials_sts',
  unit: 'requests/s',
  floorName,
  target: { atLeast: 0.4 },
  pairs: { full: 7, short: 2 },
  async open(context) {
    const { agents, topicIds } = await context.home();
    const number = context.short ? 200 : 400;
    // The other bench used up the first topic.
    let asked = agents.length;
    return openCredentials(context, number, () => {
      const agent = agents[asked % agents.length];
      const topicId = topicIds[Math.floor(asked++ / agents.length)];
      return { agent, topicId };
    });
  },
};

async function openCredentials(
  context: BenchContext,
  number: number,
  next: (index: number) => { agent: BenchAgent | undefined; topicId: string | undefined },
): Promise<OpenBench> {
  const home = await context.home();
  const { url } = home;
  const signer = signerOf(new Uint8Array(randomBytes(32)));
  const floor = await forkTypeScript<{ port: number }>(new URL('../floor-server.ts', import.meta.url), [
    signer.publicKey,
  ]);
  const getBody = (topicId: string) =>
    Buffer.from(
      JSON.stringify({ grants: [{ type: 'registry_read' }, { type: 'topic_read', topic_id: topicId }] }),
    );
  const meters = { value: home.homeMeter(), floor: home.floorMeter(floor.child.pid) };
  return {
    meters,
    async value() {
      const requests = Array.from({ length: number }, (_, index) => {
        const { agent, topicId } = next(index);
        if (!agent || topicId === undefined) throw new Error('there are too few topics for so many requests');
        return prepareCredentialRequest(url, agent, getBody(topicId));
      });
      return meters.value.measure(number, () => sendAll(url, requests, connections));
    },
    async floor() {
      const requests = Array.from({ length: number }, (_, index): PreparedRequest => {
        const body = getBody(`topic-${index}`);
        const signature = Buffer.from(signer.sign(body)).toString('base64url');
        return { path: '/verify', headers: { 'content-type': 'application/json', signature }, body };
      });
      return meters.floor.measure(number, () =>
        sendAll(`http://127.0.0.1:${floor.ready.port}`, requests, connections),
      );
    },
    close: () => endFork(floor.child),
  };
}
