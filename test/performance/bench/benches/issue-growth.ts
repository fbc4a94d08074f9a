import type { Meter } from '../costs/meter.ts';
import { prepareCredentialRequest } from '../home/credential-request.ts';
import { enteredTopics, type GrownAgent } from '../home/grow-home.ts';
import type { HomeSize } from '../home/home-size.ts';
import { type GrownHome, smallHome, startTwoHomes } from '../home/two-homes.ts';
import type { Bench } from '../measure.ts';
import { computeLatencies, type PreparedRequest } from '../send-all.ts';

const connections = 4;
/**
 * Number of agents and of public topics in a home of either size: each pair is requested once, so no
 * response comes from a cache.
 */
const asking = 80;

/** Latency of entering a topic and a circle, in a home full of others. */
export const issueGrowth: Bench = {
  name: 'issue_growth',
  unit: 'ms, 95th percentile',
  floorName: smallHome,
  target: { atMost: 1.2 },
  pairs: { full: 5, short: 1 },
  async open({ short }) {
    const number = short ? 100 : 600;
    const { grown, modest, close } = await startTwoHomes(short);
    await requireAllGranted(grown);
    await requireAllGranted(modest);
    let round = 1;
    const meters = { value: grown.home.homeMeter(), floor: modest.home.homeMeter() };
    return {
      meters,
      value: () => computePercentile(grown, number, round++, meters.value),
      floor: () => computePercentile(modest, number, round++, meters.floor),
      close,
    };
  },
};

async function computePercentile(
  grown: GrownHome,
  number: number,
  round: number,
  meter: Meter,
): Promise<number> {
  const took = await meter.measure(number, () => issueLatencies(grown, number, round));
  const latencies = took.toSorted((one, other) => one - other);
  return latencies[Math.floor(latencies.length * 0.95)] ?? Number.NaN;
}

/** Returns the milliseconds per credential, with different credentials in every round. */
export async function issueLatencies(grown: GrownHome, number: number, round: number): Promise<number[]> {
  const requests = Array.from({ length: number }, (_, index) => getRequest(grown, round * number + index));
  return computeLatencies(grown.home.url, requests, connections);
}

function getRequest({ home, agents, size }: GrownHome, number: number): PreparedRequest {
  const agent = agents[number % asking];
  if (!agent) throw new Error('no agent requests');
  const grants = grantsFor(agent, size, number);
  return prepareCredentialRequest(home.url, agent, Buffer.from(JSON.stringify({ grants })));
}

/** Denials are fast and would improve the result. */
export async function requireAllGranted(grown: GrownHome): Promise<void> {
  for (let number = 0; number < asking; number++) {
    const { path, headers, body } = getRequest(grown, number);
    const answer = await fetch(grown.home.url + path, { method: 'POST', headers, body: body.toString() });
    const { denied } = (await answer.json()) as { denied: unknown[] };
    if (denied.length > 0) throw new Error(`denied: ${JSON.stringify(denied)}`);
  }
}

/** Returns grants for a public topic to read and write in, the agent's circle, and a topic of that circle. */
function grantsFor({ circleId, topicId }: GrownAgent, size: HomeSize, number: number): object[] {
  const entered = enteredTopics(size);
  const openId = entered[Math.floor(number / asking) % entered.length] ?? '';
  return [
    { type: 'registry_read' },
    { type: 'topic_read', topic_id: openId },
    { type: 'topic_message_write', topic_id: openId },
    { type: 'circle_read', circle_id: circleId },
    { type: 'topic_read', topic_id: topicId },
  ];
}
