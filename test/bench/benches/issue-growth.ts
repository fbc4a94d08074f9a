import { type BenchHome, startBenchHome } from '../home/bench-home.ts';
import { prepareCredentialRequest } from '../home/credential-request.ts';
import { type GrownAgent, growHome, type HomeSize } from '../home/grow-home.ts';
import type { Bench } from '../measure.ts';
import { latenciesOf, type PreparedRequest } from '../send-all.ts';

const connections = 4;
const large: HomeSize = { agents: 100_000, topics: 20_000, circles: 5_000 };
const small: HomeSize = { agents: 1_000, topics: 200, circles: 50 };

/** What entering a topic and a circle takes, in a home full of others. */
export const issueGrowth: Bench = {
  name: 'issue_growth',
  unit: 'ms, 95th percentile',
  floorName: 'the same in a home of 1,000 agents, 200 topics, 50 circles',
  target: { atMost: 1.2 },
  pairs: { full: 5, short: 1 },
  async open({ short }) {
    const size = short ? { agents: 5_000, topics: 1_000, circles: 250 } : large;
    const number = short ? 100 : 600;
    const [grown, modest] = [await startBenchHome({ short: true }), await startBenchHome({ short: true })];
    const [inGrown, inModest] = [await growHome(grown, size), await growHome(modest, small)];
    await requireAllGranted(grown, inGrown, size);
    await requireAllGranted(modest, inModest, small);
    let round = 1;
    return {
      value: () => percentileOf(grown, inGrown, size, number, round++),
      floor: () => percentileOf(modest, inModest, small, number, round++),
      async close() {
        await Promise.all([grown.close(), modest.close()]);
      },
    };
  },
};

async function percentileOf(
  { url }: BenchHome,
  agents: GrownAgent[],
  size: HomeSize,
  number: number,
  round: number,
): Promise<number> {
  const requests = Array.from({ length: number }, (_, index) =>
    requestOf(url, agents, size, round * number + index),
  );
  const latencies = (await latenciesOf(url, requests, connections)).toSorted((one, other) => one - other);
  return latencies[Math.floor(latencies.length * 0.95)] ?? Number.NaN;
}

function requestOf(url: string, agents: GrownAgent[], size: HomeSize, number: number): PreparedRequest {
  const agent = agents[number % agents.length];
  if (!agent) throw new Error('nobody asks');
  const grants = grantsFor(agent, size, number);
  return prepareCredentialRequest(url, agent, Buffer.from(JSON.stringify({ grants })));
}

/** A denial is quick, and would flatter whichever home gives it. */
async function requireAllGranted({ url }: BenchHome, agents: GrownAgent[], size: HomeSize): Promise<void> {
  for (let number = 0; number < agents.length; number++) {
    const { path, headers, body } = requestOf(url, agents, size, number);
    const answer = await fetch(url + path, { method: 'POST', headers, body: body.toString() });
    const { denied } = (await answer.json()) as { denied: unknown[] };
    if (denied.length > 0) throw new Error(`denied: ${JSON.stringify(denied)}`);
  }
}

/** A public topic to read and write in, the agent's circle, and a topic of that circle. */
function grantsFor({ circleId, topicId }: GrownAgent, { topics }: HomeSize, number: number): object[] {
  const open = (number * 37) % topics;
  const openId = `grown-${open % 10 < 2 ? open + 2 : open}`;
  return [
    { type: 'registry_read' },
    { type: 'topic_read', topic_id: openId },
    { type: 'topic_message_write', topic_id: openId },
    { type: 'circle_read', circle_id: circleId },
    { type: 'topic_read', topic_id: topicId },
  ];
}
