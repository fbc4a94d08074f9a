import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectMcpServers, createNativeTools, fixedPlace } from '@agent-home/runtime-node';
import { expect, test } from 'vitest';
import { openWorkshop } from './support/reference-home.ts';

const script = fileURLToPath(
  new URL('../../../packages/runtime-node/src/testing/hostile-server.mjs', import.meta.url),
);
const environment = { PATH: process.env.PATH ?? '' };

/** Code, or part of a call's result. */
type Came = string;
interface Case {
  /** Listing of the server, which may also prevent its start. */
  listing?: string;
  calls: [tool: string, args?: object][];
  outcomes: Came[];
  /** Messages to the operator. */
  told: string[];
}
const after: [string] = ['mcp__hostile__answer'];

const table: Record<string, Case> = {
  'floods with messages': {
    calls: [['mcp__hostile__flood'], after],
    outcomes: ['mcp_server_ended', 'heard {}'],
    told: ['server_flooded'],
  },
  'says a line without end': {
    calls: [['mcp__hostile__endless_line'], after],
    outcomes: ['mcp_server_ended', 'heard {}'],
    told: ['server_flooded'],
  },
  'sends 100 MB': {
    calls: [['mcp__hostile__hundred_megabytes'], after],
    outcomes: ['mcp_server_ended', 'heard {}'],
    told: ['server_flooded'],
  },
  hangs: { calls: [['mcp__hostile__hang'], after], outcomes: ['tool_timeout', 'heard {}'], told: [] },
  exits: {
    calls: [['mcp__hostile__crash'], after],
    outcomes: ['mcp_server_ended', 'heard {}'],
    told: ['server_ended'],
  },
  'changes its tools in the middle of a run': {
    calls: [['mcp__hostile__change'], after, ['mcp__hostile__new_tool'], ['mcp__hostile__shout']],
    outcomes: ['changed', 'mcp_tools_changed', 'unknown_tool', 'shouted'],
    told: ['tools_changed'],
  },
  'answers another question': {
    calls: [['mcp__hostile__other_id'], after],
    outcomes: ['tool_timeout', 'heard {}'],
    told: [],
  },
  'answers what is no result': {
    calls: [['mcp__hostile__no_result'], after],
    outcomes: ['mcp_protocol_error', 'heard {}'],
    told: [],
  },
  'offers read_file': {
    calls: [
      ['read_file', { path: 'note.txt' }],
      ['mcp__hostile__read_file', {}],
    ],
    outcomes: ['what the project says', 'what the server says'],
    told: [],
  },
  'starts programs in sessions of their own': {
    calls: [['mcp__hostile__runaway'], ['mcp__hostile__family'], after],
    outcomes: ['', '', 'heard {}'],
    told: [],
  },
  'does not start': {
    listing: 'dies',
    calls: [after, ['read_file', { path: 'note.txt' }]],
    outcomes: ['unknown_tool', 'what the project says'],
    told: ['server_not_started'],
  },
};

test('each fault of an MCP server has its code', async () => {
  for (const [what, each] of Object.entries(table)) await play(what, each);
}, 120_000);

async function play(what: string, { listing = 'usual', calls, outcomes, told }: Case): Promise<void> {
  const mark = randomUUID();
  const problems: string[] = [];
  const rules = calls.map(
    ([tool, args = {}], count) =>
      `  - when: { count: ${count} }\n    answer: { calls: [{ tool: ${tool}, arguments: ${JSON.stringify(args)} }] }\n`,
  );
  const { runtime, order, check, project, tools } = await openWorkshop(
    `rules:\n${rules.join('')}  - answer: That was all.\n`,
    {
      providers: (folder) => [
        createNativeTools({ projectFolder: folder, environment }),
        connectMcpServers(
          [
            {
              name: 'hostile',
              command: process.execPath,
              args: [script, listing],
              env: { HOSTILE_MARK: mark },
              timeoutMs: 1_000,
              // Trusted, so that no approval is needed although the run contains third-party text.
              trusted: true,
            },
          ],
          {
            placeOf: fixedPlace(folder, environment),
            project: folder,
            environment,
            tell: ({ code }) => problems.push(code),
            restartDelayMs: 10,
          },
        ),
      ],
    },
  );
  writeFileSync(join(project, 'note.txt'), 'what the project says\n');
  const wanted = order();
  const { runId, state } = await runtime.postMessage(
    { ...wanted, model: { ...wanted.model, contextWindow: 200_000 } },
    { text: 'Go.', origin: 'user', tainted: false },
  );
  expect(state.ended, what).toMatchObject({ status: 'answered' });
  const { records } = await check(runId);
  const came = records.flatMap(({ type, data }) => (type === 'kairo.tool.result' ? [data.result] : []));
  expect(came, what).toHaveLength(outcomes.length);
  for (const [index, outcome] of came.entries())
    expect(JSON.stringify(outcome), what).toContain(outcomes[index] ?? 'nothing');
  expect(problems, what).toEqual(told);
  // Proves that the search finds running processes.
  if (!told.includes('server_not_started')) expect(marked(mark).length, what).toBeGreaterThan(0);
  for (const provider of tools) await provider.close();
  expect(marked(mark), what).toEqual([]);
}

/** Returns processes that were started with this mark in their environment, or by such a process. */
function marked(mark: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^[1-9]\d*$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}
