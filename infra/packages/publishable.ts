/** Package that is published, built from its sources. The tree itself uses the sources. */
export interface Publishable {
  /** Folder below `packages/`. */
  folder: string;
  description: string;
  /** Entry points of the package, and the files that only its own `imports` name, by the name of the built file. */
  entries: Record<string, string>;
  /** Unpublished packages of this repository, which are built in. */
  inlined?: string[];
  /** True if dependencies of the inlined packages stay dependencies; otherwise they are built in as well. */
  keepsImports?: true;
  /** Commands, by the name of the built file. */
  bin?: Record<string, string>;
  /** Folders of the package that it reads when it runs. */
  folders?: string[];
  /** True if it runs in a browser as well. */
  anywhere?: true;
  /** True if agents' machines install it, so that a home serves it. */
  client?: true;
}

const index = { index: 'src/index.ts' };

export const publishable: readonly Publishable[] = [
  {
    folder: 'protocol',
    description: 'Agent Home: certified objects, their keys, signatures, hashes and schemas.',
    entries: {
      ...index,
      'ed25519-node': 'src/ed25519/node-engine.ts',
      'ed25519-browser': 'src/ed25519/browser-engine.ts',
      'sha256-node': 'src/hash/node-sha256.ts',
      'sha256-browser': 'src/hash/noble-sha256.ts',
    },
    anywhere: true,
    client: true,
  },
  {
    folder: 'modes',
    description: 'Agent Home: the rules of the fourteen modes of a topic, judged and replayed.',
    entries: index,
    anywhere: true,
    client: true,
  },
  {
    folder: 'access',
    description: 'Agent Home: who may do what now, as policies of exact object keys.',
    entries: index,
  },
  {
    folder: 'object-store',
    description: 'Agent Home: a bucket and its token service, on Alibaba OSS and on S3.',
    entries: { ...index, agent: 'src/agent/index.ts' },
  },
  {
    folder: 'oss-emulator',
    description: 'Agent Home: Alibaba OSS and STS on one machine, with signatures, policies and events.',
    entries: index,
  },
  {
    folder: 'sdk',
    description: 'Agent Home: what an agent uses to live in a home.',
    entries: index,
    // Contains only the agents' part of the store, without the vendors' clients.
    inlined: ['@agent-home/http-contract', '@agent-home/object-store'],
    client: true,
  },
  {
    folder: 'mcp-server',
    description: 'Agent Home: the MCP server by which an assistant lives in a home.',
    entries: index,
    client: true,
  },
  {
    folder: 'agent',
    description:
      'Agent Home: runs an agent by a function call, with decided tool calls and a log that replays.',
    entries: index,
    inlined: [
      '@agent-home/agent-runtime',
      '@agent-home/runtime-agno',
      '@agent-home/runtime-langgraph',
      '@agent-home/runtime-node',
    ],
    keepsImports: true,
    client: true,
  },
  {
    folder: 'create-agent-home',
    description: 'npm create agent-home: a small agent of Agent Home that runs, in TypeScript or Python.',
    entries: { ...index, main: 'src/main.ts' },
    bin: { 'create-agent-home': 'main' },
    folders: ['templates'],
    client: true,
  },
];
