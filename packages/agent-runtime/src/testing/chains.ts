import fc from 'fast-check';
import type { RunLeg, RunLimits } from '../run-log/index.ts';
import { createTool, playRun } from './play-run.ts';
import { getMember, handoffsTo } from './teams.ts';

/** Tools of every agent, each with other spellings of its name. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  read_file: ['read_file', 'readFile', 'READ_FILE', 'cat'],
  write_file: ['write_file', 'write-file', 'WriteFile'],
  bash: ['bash', 'Bash', 'shell'],
  'mcp.git.log': ['mcp.git.log', 'mcp.git.*', 'MCP.git.log'],
};
const toolNames = Object.keys(spellings);
const tools = [
  createTool({ name: 'read_file', aliases: ['cat'] }),
  createTool({ name: 'write_file' }),
  createTool({ name: 'bash', aliases: ['shell'] }),
  createTool({ name: 'mcp.git.log', source: 'mcp' }),
];

interface Link {
  /** Canonical names. */
  allow: string[] | undefined;
  deny: string[];
  /** Spelling of each name in the deny list; the names in an allow list must be exact. */
  spelling: number;
  tokens: number;
  calls: number;
  cost: number | undefined;
}

const link = fc.record<Link>({
  allow: fc.option(fc.subarray(toolNames), { nil: undefined }),
  deny: fc.subarray(toolNames),
  spelling: fc.nat(3),
  tokens: fc.integer({ min: 40, max: 4_000 }),
  calls: fc.nat(12),
  cost: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
});
export const chains = fc.array(link, { minLength: 2, maxLength: 5 });

const written = (names: readonly string[], spelling: number) =>
  names.map((name) => {
    const ways = spellings[name] ?? [name];
    return ways[spelling % ways.length] ?? name;
  });

const model = {
  provider: 'emulator',
  name: 'small',
  params: {},
  context_window: 32_000,
  reserved_output: 64,
  price: { input: 10_000, output: 10_000 },
};

const getAgent = (links: readonly Link[], at: number): Partial<RunLeg> => {
  const { allow, deny, spelling, tokens, calls, cost } = links[at] as Link;
  const handing = at + 1 < links.length ? handoffsTo(`agent-${at + 1}`) : { handoffs: [], tools: [] };
  const limits: RunLimits = {
    max_tokens: tokens,
    max_tool_calls: calls,
    timeout_ms: 60_000,
    max_rounds: 25,
    ...(cost === undefined ? {} : { max_cost: cost }),
  };
  const own = handing.tools.map(({ name }) => name);
  return {
    agent: `agent-${at}`,
    tools: [...tools, ...handing.tools],
    handoffs: handing.handoffs,
    limits,
    model,
    lists: {
      ...(allow === undefined ? {} : { allow: [...allow, ...own] }),
      deny: written(deny, spelling + 1),
    },
  };
};

/** Plays a chain in which each agent tries every tool in every spelling, then hands over. */
export function playChain(links: readonly Link[]) {
  const calls = toolNames.flatMap((name) => spellings[name] ?? []).map((name, n) => ({ name, id: `c${n}` }));
  const wanted = links.flatMap((_, at) => [
    { calls, tokens: 20 },
    at + 1 < links.length
      ? { calls: [{ name: `handoff_to_agent-${at + 1}`, arguments: { reason: 'go on' } }], tokens: 20 }
      : { content: 'Done.', tokens: 20 },
  ]);
  const invoked: { at: number; tool: string }[] = [];
  const team = Object.fromEntries(
    links.map((_, at) => [`agent-${at}`, getMember(`agent-${at}`, getAgent(links, at))]),
  );
  const { state, records } = playRun({
    started: getAgent(links, 0),
    team,
    answers: wanted,
    judged: false,
  });
  let at = 0;
  for (const { type, data } of records) {
    if (type === 'run.leg_started') at++;
    const name = String(data.name);
    if (type === 'kairo.tool.invoke' && toolNames.includes(name)) invoked.push({ at, tool: name });
  }
  return { state, invoked, legs: at + 1 };
}

/** Reference implementation, written from the requirements alone: returns true if an agent in a chain may call a tool. */
export function mayCall(links: readonly Link[], at: number, tool: string): boolean {
  const { allow } = links[at] as Link;
  const isDenied = links.slice(0, at + 1).some(({ deny }) => deny.includes(tool));
  return !isDenied && (allow === undefined || allow.includes(tool));
}
