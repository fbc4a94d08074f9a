/** Row of a table in docs/performance.md, with figures from the records. */
export interface DescribedBench {
  /** Name of a bench, or of a variant that only the earlier figures have. */
  name: string;
  description: string;
  floor: string;
  promised: string;
}

export interface DocumentSection {
  /** Table between `<!-- recorded NAME: begin -->` and `<!-- recorded NAME: end -->`. */
  name: string;
  floorHeading: string;
  benches: readonly DescribedBench[];
}

export const documentSections: readonly DocumentSection[] = [
  {
    name: 'agents',
    floorHeading: 'Floor',
    benches: [
      {
        name: 'agents_list',
        description: '100 definitions, from the shell to the end of the process',
        floor: '`node -e 0`',
        promised: '≤ 6',
      },
      {
        name: 'agents_route',
        description: '1,000 agents with 10 triggers each, a prompt of 300 characters',
        floor: 'one RE2 pass over all keywords joined',
        promised: '≥ 0.3',
      },
      {
        name: 'ask_first_text',
        description: '`ask` from the shell to the first text of the response',
        floor: '`node -e 0`',
        promised: '≤ 6, < 0.9 s',
      },
      {
        name: 'ask_first_token',
        description:
          'from the first text that a model sends until `ask` has written it, with a slow MCP server',
        floor: 'a program that copies the stream',
        promised: '≤ 50 ms',
      },
    ],
  },
  {
    name: 'teams',
    floorHeading: 'Peer',
    benches: [
      {
        name: 'runtime_handoff',
        description: 'from the response that hands over to the first request of the other agent, p95 of 200',
        floor: 'LangGraph with MemorySaver, payload checked',
        promised: '≤ 1.0, < 0.6 ms',
      },
      {
        name: 'runtime_handoff_unwritten',
        description: 'the same',
        floor: 'OpenAI Agents JS, payload checked, nothing written',
        promised: '≤ 5',
      },
      {
        name: 'runtime_graph',
        description: 'one of 1,000 nodes that do nothing (a branch), written to the log',
        floor: 'LangGraph with MemorySaver, a function that returns nothing',
        promised: '≤ 0.1, < 0.3 ms',
      },
      {
        name: 'runtime_graph_agents',
        description: 'the same, each node an agent that answers at once',
        floor: 'LangGraph with MemorySaver, a function that returns nothing',
        promised: '≤ 0.1',
      },
    ],
  },
  {
    name: 'runs',
    floorHeading: 'Floor',
    benches: [
      {
        name: 'runtime_calls',
        description: '50 tool calls in 25 rounds, with log, decisions, vault, redaction and memory',
        floor: 'the same requests by bare `fetch`',
        promised: '≤ 1.9',
      },
      {
        name: 'runtime_calls_unwritten',
        description: 'the same',
        floor: '`generateText` of the AI SDK, without log, decisions, vault and memory',
        promised: '≤ 2',
      },
      {
        name: 'runtime_replay',
        description: 'records of a long run per second, replayed and compared',
        floor: 'JCS and SHA-256 of the same records',
        promised: '≥ 0.35',
      },
      {
        name: 'runtime_calls_bare',
        description: 'the same without vault, redaction and memory',
        floor: 'the same',
        promised: '≤ 1.7',
      },
      {
        name: 'mcp_call',
        description: 'a call of an MCP server’s tool, with decision, log and settlement',
        floor: 'the MCP client of the SDK',
        promised: '≤ 1.3',
      },
      {
        name: 'agno_bridge',
        description: '50 tool calls in 25 rounds through agno and the gateway',
        floor: 'agno alone, external tools with results at once, nothing stored',
        promised: '≤ 1.5',
      },
      {
        name: 'context_assembly',
        description: '1,000 messages fitted and hashed',
        floor: '`JSON.stringify` of them',
        promised: '≥ 0.25',
      },
      {
        name: 'secret_search',
        description: 'a megabyte, 50 secrets in all their encodings',
        floor: '`indexOf` of each, unencoded',
        promised: '≥ 0.5',
      },
    ],
  },
];
