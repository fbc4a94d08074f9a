import {
  agentListQuerySchema,
  circleListQuerySchema,
  findAgentsQuerySchema,
  searchQuerySchema,
  taskListQuerySchema,
  topicListQuerySchema,
} from '@agent-home/http-contract';
import {
  createAgentLister,
  createBacklogMeter,
  deleteExpired,
  keepHouse,
  listTopics,
  searchHome,
  showAgent,
  showAgents,
  showCircles,
  showTasks,
  showTopic,
  showTopics,
  sweep,
  type Viewer,
} from '@agent-home/platform';
import { advanceLatencies } from '../benches/advance-growth.ts';
import { issueLatencies } from '../benches/issue-growth.ts';
import type { BenchHome } from '../home/bench-home.ts';
import { prepareFeedRequest, readPage } from '../home/feed-request.ts';
import type { GrownHome } from '../home/two-homes.ts';
import { MessageWriter } from '../home/written-messages.ts';
import { leaveWork } from './leave-work.ts';
import { type GrowthMeasure, timed } from './measures.ts';

const anonymous: Viewer = { role: 'anonymous' };
const admin: Viewer = { role: 'admin' };
/** Owner of three agents (`grow-history.ts`). */
const keeper: Viewer = { role: 'owner', ownerId: 'keeper' };
const pageOfFeed = 200;

const [issued, looks, heavy] = [150, 20, 4];

const getPlatform = ({ home }: GrownHome) => home.open.platform;
const getDatabase = (grown: GrownHome) => getPlatform(grown).database;
/** Returns the number of a topic, agent or circle anywhere in the home, different in every round. */
const anyOf = (count: number, number: number) => (number * 7919 + 13) % count;

const topicList = (name: string, viewer: Viewer, query: (grown: GrownHome, number: number) => object) =>
  timed(`topics: ${name}`, looks, (grown, number) =>
    showTopics(getDatabase(grown), viewer, topicListQuerySchema.parse(query(grown, number))),
  );

const search = (name: string, viewer: Viewer, asked: (grown: GrownHome, number: number) => string) =>
  timed(`search: ${name}`, looks, (grown, number) =>
    searchHome(getPlatform(grown), viewer, searchQuerySchema.parse({ q: asked(grown, number) })),
  );

/** Returns every measure that must take as long in a large home as in a small one. */
export function everything(): GrowthMeasure[] {
  const writers = new WeakMap<BenchHome, MessageWriter>();
  const createWriter = (home: BenchHome) => {
    const writer = writers.get(home) ?? new MessageWriter();
    writers.set(home, writer);
    return writer;
  };
  return [
    { name: 'issue', latencies: (grown, round) => issueLatencies(grown, issued, round) },
    { name: 'advance', latencies: ({ home }) => advanceLatencies(home, createWriter(home), 1) },
    timed('feed', looks * 2, async ({ home, agents }, number) => {
      const reader = agents[number % agents.length];
      if (!reader) throw new Error('no agent reads');
      await readPage(prepareFeedRequest(home.url, { agentId: '', signer: reader.signer }, pageOfFeed));
    }),
    ...topicLists(),
    ...otherLists(),
    ...searches(),
    ...duties(),
  ];
}

function topicLists(): GrowthMeasure[] {
  return [
    topicList('newest', anonymous, () => ({})),
    topicList('open', anonymous, () => ({ status: 'open' })),
    topicList('closed', anonymous, () => ({ status: 'closed' })),
    topicList('of a mode that none has', anonymous, () => ({ mode: 'debate' })),
    topicList('of a circle', admin, ({ size }, number) => ({
      circle_id: `grown-${anyOf(Math.min(size.circles, size.topics / 10), number)}`,
    })),
    topicList('of an agent', anonymous, ({ size }, number) => ({
      agent_id: `grown-${anyOf(size.agents, number)}`,
    })),
    topicList('of an owner', keeper, () => ({})),
    topicList('far back', anonymous, () => ({
      cursor: Buffer.from(
        JSON.stringify([new Date(Date.now() - 300 * 86_400_000).toISOString(), 'grown-1']),
      ).toString('base64url'),
    })),
    timed('topics: one', looks, (grown, number) =>
      showTopic(getDatabase(grown), anonymous, `grown-${anyOf(grown.size.topics / 10, number) * 10 + 2}`),
    ),
    timed('topics: as an agent lists them', looks, (grown, number) =>
      listTopics(
        getDatabase(grown),
        getAgentRow(anyOf(grown.size.agents, number)),
        { limit: 50, after: `grown-${1 + (number % 4)}` },
        new Date(),
      ),
    ),
  ];
}

function otherLists(): GrowthMeasure[] {
  return [
    timed('agents: list', looks, (grown, number) =>
      showAgents(
        getPlatform(grown),
        anonymous,
        agentListQuerySchema.parse(
          number % 2 === 0
            ? {}
            : {
                cursor: Buffer.from(JSON.stringify([`grown-${anyOf(grown.size.agents, number)}`])).toString(
                  'base64url',
                ),
              },
        ),
      ),
    ),
    timed('agents: of a circle', looks, (grown, number) =>
      showAgents(
        getPlatform(grown),
        admin,
        agentListQuerySchema.parse({ circle_id: `grown-${anyOf(grown.size.circles, number)}` }),
      ),
    ),
    timed('agents: as an agent finds them', looks, (grown, number) =>
      createAgentLister(getDatabase(grown))(
        getAgentRow(1),
        findAgentsQuerySchema.parse({
          capability:
            number % 2 === 0 ? 'common' : `rare-${anyOf(Math.floor(grown.size.agents / 10), number)}`,
        }),
        new Date(),
      ),
    ),
    timed('agents: one', looks, (grown, number) =>
      showAgent(getPlatform(grown), anonymous, `grown-${anyOf(grown.size.agents, number)}`),
    ),
    timed('circles: list', looks, (grown) =>
      showCircles(getDatabase(grown), anonymous, circleListQuerySchema.parse({})),
    ),
    timed('circles: of an owner', looks, (grown) =>
      showCircles(getDatabase(grown), keeper, circleListQuerySchema.parse({})),
    ),
    timed('tasks: list', looks, (grown) =>
      showTasks(getDatabase(grown), anonymous, taskListQuerySchema.parse({})),
    ),
  ];
}

function searches(): GrowthMeasure[] {
  return [
    search('a word of every line', anonymous, () => 'everyone'),
    search('a word of every 200th line', anonymous, () => 'seldom'),
    search('a word of one topic', anonymous, ({ size }, number) => `grove${anyOf(size.topics, number)}`),
    search('a word without a match', anonymous, (_, number) => `nowhere${number}`),
    search('an agent by name', anonymous, ({ size }, number) => `Resident ${anyOf(size.agents, number)}`),
    search('a word of two letters', anonymous, () => 'ev'),
    search('as an owner', keeper, ({ size }, number) => `grove${anyOf(size.topics, number)}`),
  ];
}

/** Measures of the worker's duties, and of the meter that reports its backlog. */
function duties(): GrowthMeasure[] {
  return [
    timed('sweep', looks, (grown) => sweep(getPlatform(grown))),
    timed('housekeeping: nothing to do', heavy, (grown) => keepHouse(getPlatform(grown))),
    timed('housekeeping', heavy, (grown) => keepHouse(getPlatform(grown)), leaveWork),
    // Once a round: each run processes a hundred topics, and both homes have six hundred.
    timed('retention', 1, (grown) => deleteExpired(getPlatform(grown))),
    // A new meter each time, because one that has just measured returns its cached value.
    timed('backlog', heavy, (grown) => createBacklogMeter(getPlatform(grown))()),
  ];
}

function getAgentRow(number: number): Parameters<typeof listTopics>[1] {
  return {
    agentId: `grown-${number}`,
    standing: 'admitted',
    ownerId: null,
    cardVersion: 1,
    publicKey: `key ${number}`,
  } as Parameters<typeof listTopics>[1];
}
