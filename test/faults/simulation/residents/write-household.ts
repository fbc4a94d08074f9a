import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RootSet } from '@agent-home/protocol';
import { type Markers, mostCalls, type PlannedResident } from './scenes.ts';

const server = fileURLToPath(new URL('moody-server.mjs', import.meta.url));

/** Files of the residents and what they leave behind. */
export interface HouseholdFiles {
  home: string;
  project: string;
  runs: string;
  state: string;
  root: string;
  agents: string[];
  /** Lines of shell commands, and of calls that the MCP server counted. */
  bells: string;
  counted: string;
  mood: string;
}

export function filesIn(folder: string, residents: readonly PlannedResident[]): HouseholdFiles {
  const home = join(folder, 'user');
  const project = join(folder, 'project');
  return {
    home,
    project,
    runs: join(folder, 'runs'),
    state: join(folder, 'keys'),
    root: join(folder, 'root.json'),
    agents: residents.map(({ agentId }) => join(home, '.agent-home/agents', `${agentId}.md`)),
    bells: join(project, 'bells.txt'),
    counted: join(folder, 'counted.txt'),
    mood: join(folder, 'mood'),
  };
}

interface Addresses {
  modelUrl: string;
  serviceUrl: string;
  rootSet: RootSet;
  markers: Markers;
}

/** Tools of the residents, with true for those that have effects. */
const boundTools: Readonly<Record<string, boolean>> = {
  ring: true,
  break: true,
  toll: true,
  oracle: false,
  library: false,
};

/** Writes agents, tools and settings of the residents' user. */
export async function writeHousehold(
  files: HouseholdFiles,
  residents: readonly PlannedResident[],
  addresses: Addresses,
): Promise<void> {
  const { home, project } = files;
  const tools = join(home, '.agent-home/agents/tools');
  await Promise.all([tools, project].map((folder) => mkdir(folder, { recursive: true })));
  await Promise.all([
    writeFile(files.root, JSON.stringify(addresses.rootSet)),
    writeFile(files.mood, 'well'),
    writeFile(join(home, '.agent-home/settings.json'), JSON.stringify(settings(files, addresses))),
    ...Object.entries(boundTools).map(([name, sideEffects]) =>
      writeFile(join(tools, `${name}.tool.json`), JSON.stringify(toolSpec(name, sideEffects))),
    ),
    ...residents.map((resident, index) =>
      writeFile(files.agents[index] ?? '', agentFile(resident, addresses.markers)),
    ),
  ]);
}

function agentFile({ agentId, scenes }: PlannedResident, { withheld }: Markers): string {
  const allow = ['home.read', 'home.say', 'bash', 'mcp.moody.count', ...Object.keys(boundTools)];
  return `---
kind: agent
name: ${agentId}
title: ${agentId}
model: player
tools: { allow: [${allow.join(', ')}] }
mcp: { servers: [moody] }
limits: { maxToolCalls: ${mostCalls}, timeoutMs: 20000 }
guardrails:
  - { name: withheld, on: tool_result, policy: repair, schema: { not: { type: string, pattern: ${withheld} } } }
home: { topics: [${scenes.map(({ topicId }) => topicId).join(', ')}] }
---
You play your part.
`;
}

function toolSpec(name: string, sideEffects: boolean) {
  const inputsSchema = {
    type: 'object',
    properties: { note: { type: 'string' } },
    required: ['note'],
  };
  return {
    apiVersion: 'agent.platform/v1',
    kind: 'Tool',
    metadata: { name, owner: 'simulation', version: '1.0.0', description: `Does ${name}.` },
    // A retry would repeat an effect that cannot be repeated.
    spec: { inputsSchema, outputsSchema: {}, timeoutMs: 5_000, retry: 1, sideEffects, idempotent: false },
  };
}

function settings(files: HouseholdFiles, { modelUrl, serviceUrl }: Addresses) {
  const bind = (name: string) => ({
    http: { method: 'POST', url: `${serviceUrl}/${name}`, privateNetwork: true },
    trusted: true,
  });
  return {
    models: { player: { provider: 'emulator', url: `${modelUrl}/v1`, contextWindow: 60_000 } },
    tools: Object.fromEntries(Object.keys(boundTools).map((name) => [name, bind(name)])),
    vault: { bell: { env: 'SIMULATION_BELL', tools: ['ring'] } },
    mcpServers: {
      moody: {
        command: process.execPath,
        args: [server, files.counted, files.mood],
        trusted: true,
        timeoutMs: 1_500,
      },
    },
    approvals: { autoApprove: ['safe', 'low', 'medium', 'high'], by: 'home', expiresAfterMs: 60_000 },
    // A sandbox needs rights that a container of CI may not have.
    sandbox: { bash: 'off' },
    mirror: true,
  };
}
