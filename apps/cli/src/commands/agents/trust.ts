import { commandPins, describeProblem } from '@agent-home/definition';
import { shownText } from '@agent-home/protocol';
import { loadDefinitions, type ProjectTrust, trustProject } from '@agent-home/runtime-node/definitions';
import type { ProjectFlags } from '../../agents/project-flags.ts';
import { projectPlaces } from '../../agents/project-places.ts';
import { AgentCommandError } from '../../errors/agent-command-error.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { changedLines } from '../../trusting/changed-lines.ts';
import { demandLines } from '../../trusting/demand-lines.ts';

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
  const seen = { lines: demandLines(trust), files: trust.files };
  if (pins && trust.sha256 !== undefined) trustProject(places, trust.sha256, new Date(), seen);
  const changes = trust.state === 'changed' && trust.seen ? changedLines(trust.seen, seen) : undefined;
  const state = pins ? 'trusted' : trust.state;
  if (flags.format === 'json') {
    const { demands, sha256, files } = trust;
    const pinned = demands?.commands.map(({ server, command, args }) => ({
      server,
      packages: commandPins(command, args),
    }));
    console.log(
      jsonDocument({ project: places.project, state, sha256, demands, packages: pinned, files, changes }),
    );
    return;
  }
  for (const line of seen.lines) console.log(shownText(line));
  if (changes && state !== 'trusted') {
    console.log('Since it was trusted:');
    for (const line of changes) console.log(`  ${shownText(line)}`);
  }
  console.log(closingLine(state, trust.sha256));
}

function closingLine(state: ProjectTrust['state'], sha256: string | undefined): string {
  if (state === 'nothing_asked') return 'This project asks nothing of this machine.';
  if (state === 'trusted') return `Trusted as it is: ${sha256}`;
  const changed = state === 'changed' ? 'It was trusted, and is another by now. ' : '';
  return `${changed}To trust exactly this: agent-home agents trust --sha256 ${sha256}`;
}
