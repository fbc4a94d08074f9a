import { combineSettings, describeProblem } from '@agent-home/agent-runtime/definition';
import { shownText } from '@agent-home/protocol';
import { readAgentFile } from '@agent-home/runtime-node/definitions';
import type { ResidentDefinition } from '@agent-home/runtime-node/resident';
import { HomeError } from '../errors/command-errors.ts';

/** What a model can hold where nobody said otherwise, in tokens. */
const contextWindow = 16_384;
const reservedOutput = 1_024;

/**
 * Reads a resident from one file, on a scripted model. Safe tools and tools of the home run without approval: the home
 * limits the latter itself (ADR 0025).
 * @throws HomeError `invalid_definition` with file, line and reason
 */
export function readResident(path: string, provider: string): ResidentDefinition {
  const { definition, origin, problems } = readAgentFile(path, { scope: 'project', owner: 'local' });
  if (!definition)
    throw new HomeError(
      'invalid_definition',
      problems.map((problem) => shownText(describeProblem(problem))).join('; '),
    );
  return {
    definition,
    sha256: origin.sha256,
    model: { provider, name: definition.model.name ?? definition.name, contextWindow, reservedOutput },
    policies: [],
    operator: {
      autoApprove: ['safe', 'home.*'],
      unlocked: [],
      approvalExpiresMs: combineSettings({}).approvals.expiresAfterMs,
    },
  };
}
