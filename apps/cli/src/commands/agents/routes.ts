import { shownText } from '@agent-home/protocol';
import { compileTriggers, type RoutedAgent, type SharedTrigger, type Trigger } from '@agent-home/runtime';
import { loadDefinitions } from '@agent-home/runtime-node/definitions';
import type { ProjectFlags } from '../../agents/project-flags.ts';
import { projectPlaces } from '../../agents/project-places.ts';
import { AgentCommandError } from '../../errors/agent-command-error.ts';
import { type Miss, readMisses } from '../../routing/misses.ts';
import { routableAgents } from '../../routing/routable-agents.ts';
import { routingDocument } from '../../routing/routing-document.ts';
import { routingLines } from '../../routing/routing-lines.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { tableOf } from '../../terminal/table.ts';
import { preview } from '../../terminal/untrusted-text.ts';

export type RoutesFlags = ProjectFlags & { misses: boolean };

/** Characters of one keyword, and of a prompt, in a table. */
const shownCharacters = 60;

/** `agent-home agents routes [TEXT]`: all triggers, or who would get a prompt and why, or what users overruled. Runs nothing. */
export function tellRoutes(text: string | undefined, flags: RoutesFlags): void {
  if (flags.misses) {
    if (text === undefined) return tellMisses(readMisses(process.env), flags);
    throw new AgentCommandError('invalid_arguments', 'a prompt, or --misses');
  }
  const loaded = loadDefinitions(projectPlaces(flags.project));
  const { agents, refused } = routableAgents(loaded);
  const isOn = loaded.settings.agents.autoRoute;
  const triggers = compileTriggers(agents);
  if (text !== undefined) {
    const routing = triggers.route(text, { every: true });
    if (flags.format === 'json')
      console.log(jsonDocument({ auto_route: isOn, ...routingDocument(routing), passed_by: refused }));
    else for (const line of routingLines(routing, text.length)) console.log(line);
  } else if (flags.format === 'json') {
    const rows = byPriority(agents).map(({ agent, file, trigger }) => ({ agent, file, ...trigger }));
    console.log(jsonDocument({ auto_route: isOn, triggers: rows, shared: triggers.shared(), passed_by: refused }));
  } else tellTriggers(agents, triggers.shared());
  if (flags.format === 'json') return;
  for (const { name, reason } of refused)
    console.error(`agent-home: ${shownText(name)} gets no prompts: ${preview(reason)}`);
  if (!isOn) console.error('agent-home: agents.autoRoute is false: ask sends prompts only where --agent says');
}

function tellTriggers(agents: readonly RoutedAgent[], shared: readonly SharedTrigger[]): void {
  if (agents.length === 0) return console.log('no agent here has triggers');
  const rows = byPriority(agents).map(({ agent, file, trigger }) => [
    String(trigger.priority),
    shownText(agent),
    preview(trigger.intent ?? '', shownCharacters),
    takenBy(trigger),
    shownText(file),
  ]);
  console.log(tableOf(['priority', 'agent', 'intent', 'takes', 'file'], rows));
  for (const { keyword, agents: names } of shared)
    console.log(`"${preview(keyword, shownCharacters)}" is taken by ${names.map((name) => shownText(name)).join(', ')}`);
}

function takenBy({ keywords = [], regex, match }: Trigger): string {
  return [
    ...keywords.map((keyword) => preview(keyword, shownCharacters)),
    ...(match === 'substring' ? ['(anywhere)'] : []),
    ...(regex === undefined ? [] : [`/${preview(regex, shownCharacters)}/`]),
  ].join(', ');
}

/** The largest first; of one priority by name, as ties are decided. */
function byPriority(agents: readonly RoutedAgent[]): { agent: string; file: string; trigger: Trigger }[] {
  return agents
    .flatMap(({ name, file, triggers }) => triggers.map((trigger) => ({ agent: name, file, trigger })))
    .sort(
      (one, other) =>
        other.trigger.priority - one.trigger.priority || (one.agent < other.agent ? -1 : one.agent > other.agent ? 1 : 0),
    );
}

function tellMisses(misses: readonly Miss[], { format }: RoutesFlags): void {
  if (format === 'json') return console.log(jsonDocument({ misses }));
  if (misses.length === 0) return console.log('nobody has overruled a choice here');
  const rows = misses.map(({ time, chosen, routed, prompt }) => [
    shownText(time.slice(0, 19)),
    shownText(chosen),
    routed === null ? 'none' : shownText(routed),
    preview(prompt, shownCharacters),
  ]);
  console.log(tableOf(['time', 'chosen', 'instead of', 'prompt'], rows));
}
