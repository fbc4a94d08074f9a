import { compilePattern, type Pattern, PatternError } from '../policy/index.ts';
import type { RefusedRegex, RoutedAgent, Trigger } from './routing.ts';

/** Limit for all expressions together: RE2 instructions for all characters. Takes some seconds at most. */
const mostWork = 50_000_000;

export interface RegexUse {
  agent: RoutedAgent;
  trigger: number;
  of: Trigger;
  regex: string;
}

export interface RegexHit {
  use: RegexUse;
  start: number;
  end: number;
}

/** Expressions of all agents, highest priority first. Each is compiled when it is first used. */
export class RegexTriggers {
  readonly #uses: (RegexUse & { pattern?: Pattern | RefusedRegex })[];

  constructor(agents: readonly RoutedAgent[]) {
    this.#uses = agents.flatMap(collectUses).sort((one, other) => other.of.priority - one.of.priority);
  }

  /** @param least expressions of a smaller priority are left out */
  find(prompt: string, least: (found: readonly RegexHit[]) => number) {
    const hits: RegexHit[] = [];
    const refused: RefusedRegex[] = [];
    let leftOut = 0;
    let tooMuch = 0;
    let work = 0;
    for (const use of this.#uses) {
      if (use.of.priority < least(hits)) {
        leftOut += 1;
        continue;
      }
      if (work > mostWork) {
        tooMuch += 1;
        continue;
      }
      use.pattern ??= compiled(use);
      if ('reason' in use.pattern) {
        refused.push(use.pattern);
        continue;
      }
      work += use.pattern.size * prompt.length;
      const place = use.pattern.first(prompt);
      if (place) hits.push({ use, ...place });
    }
    return { hits, refused, leftOut, tooMuch };
  }
}

function collectUses(agent: RoutedAgent): RegexUse[] {
  return agent.triggers.flatMap((of, trigger) =>
    of.regex === undefined ? [] : [{ agent, trigger, of, regex: of.regex }],
  );
}

/** Ignores case (S3-77) and uses RE2, which does not backtrack. */
function compiled({ agent, trigger, regex }: RegexUse): Pattern | RefusedRegex {
  try {
    return compilePattern(regex, { ignoreCase: true });
  } catch (error) {
    if (!(error instanceof PatternError)) throw error;
    return { agent: agent.name, file: agent.file, trigger, regex, reason: error.message };
  }
}
