import { statSync } from 'node:fs';
import { colorLabel, describeProblem, isError } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import {
  canRun,
  checkAgent,
  findAgent,
  type LoadedAgent,
  type LoadedDefinitions,
  loadDefinitions,
} from '@agent-home/runtime-node/definitions';
import { inColour } from '../../terminal/colours.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';

type Scope = 'global' | 'project' | 'all';

/** `agent-home agents list` (S3-30, S3-39): prints the agents that can run, those that cannot, and why. */
export function listAgents(flags: ProjectFlags & { scope: Scope }): void {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  const scopes = (['project', 'global'] as const).filter(
    (scope) => flags.scope === 'all' || flags.scope === scope,
  );
  const chosen = loaded.agents.filter(({ origin }) => scopes.includes(origin.scope));
  if (flags.format === 'json') {
    const agents = chosen.map((agent) => toEntry(agent, loaded));
    console.log(jsonDocument({ agents, problems: loaded.problems }));
    return;
  }
  for (const scope of scopes) {
    const title = scope === 'project' ? 'Project agents' : 'Global agents';
    console.log(`${title} (${shownText(`${loaded.places[scope]}/agents`)})`);
    const lines = toTable(
      chosen.filter(({ origin }) => origin.scope === scope),
      loaded,
    );
    console.log(lines.length === 0 ? '  none' : lines.join('\n'));
  }
  const problems = new Set([...loaded.problems, ...chosen.flatMap((agent) => checkAgent(agent, loaded))]);
  for (const line of new Set([...problems].map((problem) => shownText(describeProblem(problem)))))
    console.error(line);
  if (chosen.length === 0) console.log('Agent without a file: agent-home agents run main');
  if (chosen.some((agent) => canRun(agent, loaded))) console.log('Run one: agent-home agents run NAME');
  if (loaded.trust.state !== 'trusted' && chosen.some(({ origin }) => origin.scope === 'project'))
    console.log('Agents of the project run after a review: agent-home agents trust');
}

function toTable(agents: LoadedAgent[], loaded: LoadedDefinitions): string[] {
  const rows = agents.map((agent) => {
    const { name, title, model, shadowed, problems, color } = toEntry(agent, loaded);
    const error = problems.find(isError);
    const note = error ? `cannot run: ${error.code}` : shadowed ? 'hidden by the project agent' : '';
    return { color, cells: [name, title ?? '', model ?? 'default', note].map((cell) => shownText(cell)) };
  });
  const widths = [0, 1, 2].map((column) =>
    Math.max(0, ...rows.map(({ cells }) => cells[column]?.length ?? 0)),
  );
  return rows.map(({ cells, color }) => {
    const [name = '', ...rest] = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    return `  ${[inColour(name, color), ...rest].join('  ')}`.trimEnd();
  });
}

/** Returns the creation and modification times of a file. */
function getTimes(file: string): { createdAt?: string; updatedAt?: string } {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? { createdAt: found.birthtime.toISOString(), updatedAt: found.mtime.toISOString() } : {};
}

function toEntry(agent: LoadedAgent, loaded: LoadedDefinitions) {
  const { name, origin, definition, draft } = agent;
  const problems = checkAgent(agent, loaded);
  return {
    name,
    title: draft?.title,
    description: draft?.description,
    color: draft?.labels[colorLabel],
    model: draft?.model.name ?? loaded.settings.agents.model,
    version: draft?.version,
    scope: origin.scope,
    file: origin.path,
    sha256: origin.sha256,
    ...getTimes(origin.path),
    valid: definition !== undefined && !problems.some(isError),
    problems,
    shadowed: findAgent(loaded, name) !== agent,
  };
}
