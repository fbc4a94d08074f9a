import type { RunStore } from '@agent-home/agent-runtime';
import {
  findModels,
  type McpProblem,
  type PresentSetup,
  pinPolicies,
  type TeamMember,
  type Vault,
} from '@agent-home/runtime-node';
import { collectPrograms, type LoadedDefinitions, resolveAgent } from '@agent-home/runtime-node/definitions';
import type { ResidentTeam } from '@agent-home/runtime-node/resident';
import { LocalTeam } from '../../agents/running/local-team.ts';
import { openLoadedDefinition } from '../../agents/running/open-agent.ts';
import type { SandboxNotice } from '../../agents/running/sandbox-notice.ts';

interface Parts {
  runs: string;
  store: RunStore;
  environment: NodeJS.ProcessEnv;
  vault: Vault;
  notice: SandboxNotice;
  tell: (problem: McpProblem) => void;
  log: (message: string, facts: Record<string, unknown>) => void;
}

/**
 * Other agents of a resident's project, from the current files: changed files apply to agents that join a run later. Servers of
 * agents are started once and stay until the files change.
 */
export class PresentTeam implements ResidentTeam {
  readonly #parts: Parts;
  readonly #teams: LocalTeam[] = [];
  #current: { loaded: LoadedDefinitions; text: string; team: LocalTeam };

  constructor(loaded: LoadedDefinitions, parts: Parts) {
    this.#parts = parts;
    this.#current = this.#open(loaded, describe(loaded));
  }

  /** Uses these definitions from now on. */
  use(loaded: LoadedDefinitions): void {
    const text = describe(loaded);
    if (text === this.#current.text) this.#current.loaded = loaded;
    else this.#current = this.#open(loaded, text);
  }

  async member(agent: string, sessionId: string): Promise<TeamMember> {
    return this.#current.team.member(agent, sessionId);
  }

  async present(agents: readonly string[]): Promise<Map<string, PresentSetup>> {
    const { loaded } = this.#current;
    return new Map(
      agents.flatMap((name) => {
        if (!resolveAgent(loaded, name)) return [];
        const { definition, policies, settings } = openLoadedDefinition(loaded, name);
        return [[name, { definition, policies: pinPolicies(definition, policies), limits: settings.limits }]];
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#teams.map((team) => team.close()));
  }

  #open(loaded: LoadedDefinitions, text: string) {
    const { runs, store, environment, vault, notice, tell, log } = this.#parts;
    const { project, global } = loaded.places;
    const team = new LocalTeam(loaded, {
      places: { project, global, runs },
      programs: collectPrograms(loaded, environment),
      models: findModels(loaded.settings, vault),
      hasHomePrompts: true,
      store,
      environment,
      vault,
      notice,
      tell,
      log,
    });
    this.#teams.push(team);
    return { loaded, text, team };
  }
}

/** Returns a text that changes with the agents, tools, policies or settings. */
function describe({ agents, tools, policies, settings, trust, homeSet }: LoadedDefinitions): string {
  return JSON.stringify([
    agents.map(({ origin }) => [origin.path, origin.sha256]),
    tools.map(({ spec }) => spec),
    policies.map(({ spec }) => spec),
    settings,
    trust.state,
    homeSet?.set.sha256,
  ]);
}
