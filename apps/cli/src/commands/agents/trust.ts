import { describeProblem } from '@agent-home/definition';
import { shownText } from '@agent-home/protocol';
import { loadDefinitions, type ProjectTrust, trustProject } from '@agent-home/runtime-node/definitions';
import type { ProjectFlags } from '../../agents/project-flags.ts';
import { projectPlaces } from '../../agents/project-places.ts';
import { AgentCommandError } from '../../errors/agent-command-error.ts';
import { jsonDocument } from '../../terminal/json-document.ts';

/**
 * `agent-home agents trust [--sha256 HASH]`: shows what the project’s settings would have this machine do, and pins it where
 * the hash is given.
 * @throws AgentCommandError `trust_changed`: what changed in between has another hash; `invalid_settings`
 */
export function trustHere(flags: ProjectFlags & { sha256?: string }): void {
  const { places, trust, settingsAreSound, problems } = loadDefinitions(projectPlaces(flags.project));
  const [problem] = settingsAreSound ? trust.problems : problems;
  if (problem) throw new AgentCommandError('invalid_settings', shownText(describeProblem(problem)));
  if (flags.sha256 !== undefined && flags.sha256 !== trust.sha256)
    throw new AgentCommandError(
      'trust_changed',
      'that is not what the settings ask for now; look at it again',
    );
  const pins = flags.sha256 !== undefined && trust.sha256 !== undefined;
  if (pins && trust.sha256 !== undefined) trustProject(places, trust.sha256, new Date());
  const state = pins ? 'trusted' : trust.state;
  if (flags.format === 'json') {
    const { demands, sha256 } = trust;
    console.log(jsonDocument({ project: places.project, state, sha256, demands }));
    return;
  }
  for (const line of demandLines(trust)) console.log(shownText(line));
  console.log(closingLine(state, trust.sha256));
}

function demandLines({ demands }: ProjectTrust): string[] {
  if (!demands) return [];
  const { commands, modules, addresses, secrets, approvals } = demands;
  return [
    ...commands.map(({ server, command, args, env, variables }) => {
      const names = env.length > 0 ? `, environment: ${env.join(' ')}` : '';
      const taken = variables.length > 0 ? `, from here: ${variables.join(' ')}` : '';
      return `starts ${[command, ...args].map((word) => JSON.stringify(word)).join(' ')} (server ${server}${names}${taken})`;
    }),
    ...modules.map(({ of, module }) => `loads ${module} (${of})`),
    ...addresses.map(
      ({ of, url, key }) => `sends to ${url} (${of}${key === undefined ? '' : `, with ${key}`})`,
    ),
    ...secrets.map(({ name, from }) => `takes ${from} as vault://${name}`),
    ...(Object.keys(approvals).length > 0 ? [`asks as ${JSON.stringify(approvals)} says`] : []),
  ];
}

function closingLine(state: ProjectTrust['state'], sha256: string | undefined): string {
  if (state === 'nothing_asked') return 'This project asks nothing of this machine.';
  if (state === 'trusted') return `Trusted as it is: ${sha256}`;
  const changed = state === 'changed' ? 'It was trusted, and is another by now. ' : '';
  return `${changed}To trust exactly this: agent-home agents trust --sha256 ${sha256}`;
}
