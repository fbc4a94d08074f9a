import { describeProblem, isError } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { checkAgent, type RegisteredSpec, resolveAgent } from '@agent-home/runtime-node/definitions';
import { AgentCommandError } from '../../errors/command-errors.ts';
import { jsonDocument } from '../../terminal/json-document.ts';
import { atTerminal, isAtTerminal } from '../authoring/at-terminal.ts';
import type { HomeFlags } from '../home-specs/home-connection.ts';
import { keepSet } from '../home-specs/kept-sets.ts';
import { type HomeAgent, loadHomeAgent } from '../home-specs/load-home-agent.ts';
import type { ProjectFlags } from '../running/project-flags.ts';
import { projectPlaces } from '../running/project-places.ts';
import { shownLines } from './specs/shown-lines.ts';

interface TrustHomeFlags extends ProjectFlags, HomeFlags {
  sha256?: string;
}

/**
 * `agent-home agents trust NAME[@VERSION] --home [URL]`: prints an agent of a home with its policies and tools. It pins them if the
 * hash is given or the user at the terminal confirms.
 * @throws AgentCommandError `agent_not_found`, `trust_changed`; HomeSpecError
 */
export async function trustHome(name: string, flags: TrustHomeFlags): Promise<void> {
  const places = projectPlaces(flags.project);
  const agent = await loadHomeAgent(process.env, { places, name, flags });
  const { set, loaded } = agent;
  if (flags.sha256 !== undefined && flags.sha256 !== set.sha256)
    throw new AgentCommandError(
      'trust_changed',
      'the hash does not match the specs of the home: run agent-home agents trust again and pass the printed hash',
    );
  if (flags.sha256 !== undefined) keepSet(process.env, set);
  const isTrusted = flags.sha256 !== undefined || loaded.homeSet?.isTrusted === true;
  print(agent, isTrusted, flags);
  if (isTrusted || flags.format === 'json' || !isAtTerminal()) return;
  const answer = await atTerminal.ask('Trust these specs? yes or no: ');
  if (answer?.trim().toLowerCase() !== 'yes') return;
  keepSet(process.env, set);
  console.log(`Trusted: ${set.sha256}`);
}

function print(agent: HomeAgent, isTrusted: boolean, { format }: TrustHomeFlags): void {
  const { set, reference } = agent;
  const { home, sha256 } = set;
  const problems = collectProblems(agent);
  const specs = [set.agent, ...set.policies, ...set.tools];
  if (format === 'json') {
    const shown = specs.map(({ kind, name, version, sha256: hash, content }) => ({
      kind,
      name,
      version,
      sha256: hash,
      content: new TextDecoder().decode(content),
    }));
    const state = isTrusted ? 'trusted' : 'not_trusted';
    console.log(jsonDocument({ home, agent: reference, state, sha256, specs: shown, problems }));
    return;
  }
  for (const spec of specs) printSpec(spec);
  for (const problem of problems) console.log(`✗ ${problem}`);
  console.log(
    isTrusted
      ? `Trusted: ${sha256}`
      : `To let it run with these policies and tools: agent-home agents trust ${reference} --home ${shownText(home)} --sha256 ${sha256}`,
  );
}

function printSpec({ kind, name, version, sha256, content }: RegisteredSpec): void {
  console.log(`${kind} ${name} ${version}, sha256 ${sha256}`);
  const text = new TextDecoder().decode(content).replace(/\n$/, '');
  for (const line of shownLines(text)) console.log(`  ${line}`);
  console.log('');
}

/** Returns what prevents the agent from running here, such as a tool without a binding. */
function collectProblems({ loaded, reference }: HomeAgent): string[] {
  const agent = resolveAgent(loaded, reference);
  if (!agent) return [];
  return checkAgent(agent, loaded)
    .filter(isError)
    .map((problem) => shownText(describeProblem(problem)));
}
