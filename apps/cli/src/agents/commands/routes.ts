import {
  compileTriggers,
  type RoutedAgent,
  type SharedTrigger,
  type Trigger,
} from '@agent-home/agent-runtime';
import { shownText } from '@agent-home/protocol';
import { loadDefinitions } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { noteFormerState } from '../../state/project-state.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { toTable } from '../../terminal/table.ts';
import { preview } from '../../terminal/untrusted-text.ts';
import { type Miss, readMisses } from '../routing/misses.ts';
import { routableAgents } from '../routing/routable-agents.ts';
import { routingDocument } from '../routing/routing-document.ts';
import { routingLines } from '../routing/routing-lines.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';

export type RoutesFlags = ProjectFlags & { misses: boolean };

/** Maximum length of a keyword or a prompt in a table, in characters. */
const shownCharacters = 60;

/**
 * `agent-home agents routes [TEXT]`: prints all triggers, the route of a prompt with its reason, or the routes that users
 * overruled. Runs no agent.
 */
export function printRoutes(text: string | undefined, flags: RoutesFlags): void {
  if (!flags.misses) printTriggers(text, flags);
  else if (text === undefined) {
    noteFormerState(process.env, 'routes');
    printMisses(readMisses(process.env), flags);
  } else throw new AgentCommandError('invalid_arguments', 'pass either a prompt or --misses');
}

function printTriggers(text: string | undefined, flags: RoutesFlags): void {
  const loaded = loadDefinitions(projectPlaces(flags.project));
  const { agents, refused } = routableAgents(loaded);
  const { autoRoute } = loaded.settings.agents;
  const triggers = compileTriggers(agents);
  const routing = text === undefined ? undefined : triggers.route(text, { every: true });
  if (flags.format === 'json') {
    const found = routing
      ? routingDocument(routing)
      : { triggers: byPriority(agents), shared: triggers.shared() };
    console.log(jsonDocument({ auto_route: autoRoute, ...found, passed_by: refused }));
    return;
  }
  const lines = routing ? routingLines(routing, text?.length ?? 0) : triggerLines(agents, triggers.shared());
  for (const line of lines) console.log(line);
  for (const { name, reason } of refused)
    console.error(`agent-home: ${shownText(name)} gets no prompts: ${preview(reason)}`);
  if (!autoRoute) console.error('agent-home: agents.autoRoute is false: ask needs --agent');
}

function triggerLines(agents: readonly RoutedAgent[], shared: readonly SharedTrigger[]): string[] {
  if (agents.length === 0) return ['no agent here has triggers'];
  const rows = byPriority(agents).map(({ agent, file, ...trigger }) => [
    String(trigger.priority),
    shownText(agent),
    preview(trigger.intent ?? '', shownCharacters),
    takenBy(trigger),
    shownText(file),
  ]);
  const both = shared.map(
    ({ keyword, agents: names }) =>
      `"${preview(keyword, shownCharacters)}" matches ${names.map((name) => shownText(name)).join(', ')}`,
  );
  return [toTable(['priority', 'agent', 'intent', 'takes', 'file'], rows), ...both];
}

function takenBy({ keywords = [], regex, match }: Trigger): string {
  return [
    ...keywords.map((keyword) => preview(keyword, shownCharacters)),
    ...(match === 'substring' ? ['(anywhere)'] : []),
    ...(regex === undefined ? [] : [`/${preview(regex, shownCharacters)}/`]),
  ].join(', ');
}

/** Sorts by priority, highest first, then by name, as routing breaks ties. */
function byPriority(agents: readonly RoutedAgent[]): ({ agent: string; file: string } & Trigger)[] {
  return agents
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, file, triggers }) => triggers.map((trigger) => ({ agent: name, file, ...trigger })))
    .sort((one, other) => other.priority - one.priority);
}

function printMisses(misses: readonly Miss[], { format }: RoutesFlags): void {
  const rows = misses.map(({ time, chosen, routed, prompt }) => [
    shownText(time.slice(0, 19)),
    shownText(chosen),
    routed === null ? 'none' : shownText(routed),
    preview(prompt, shownCharacters),
  ]);
  if (format === 'json') console.log(jsonDocument({ misses }));
  else if (rows.length === 0) console.log('no choice was overruled here');
  else console.log(toTable(['time', 'chosen', 'instead of', 'prompt'], rows));
}
