import type { JsonObject } from '@agent-home/protocol';
import type { GuardrailChecked, PinnedGuardrail, RunEnded } from '../run-log/index.ts';
import { type Play, type Played, playRun } from './play-run.ts';

export const schema: JsonObject = {
  type: 'object',
  required: ['reason', 'confidence'],
  properties: {
    reason: { type: 'string' },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
  },
  additionalProperties: false,
};
export const shape = (policy: PinnedGuardrail['policy'], name = 'shape'): PinnedGuardrail => ({
  name,
  policy,
  schema,
});
export const custom = (policy: PinnedGuardrail['policy'], name = 'polite'): PinnedGuardrail => ({
  name,
  policy,
  validator: 'custom' as const,
});
export const good = '{"reason":"it is so","confidence":0.5}';
export const bad = '{"confidence":"CANARY"}';

/** Plays a run with guardrails. */
export function guarded(
  guardrails: PinnedGuardrail[],
  answers: Play['answers'],
  more: Partial<Play> = {},
): Played {
  return playRun({ answers, ...more, started: { guardrails, ...more.started } });
}
export const collectChecks = ({ records }: Played) =>
  records
    .filter(({ type }) => type === 'guardrail.checked')
    .map(({ data }) => data as unknown as GuardrailChecked);
export const found = (played: Played) =>
  collectChecks(played).map(({ name, passed, attempt }) => `${name} ${passed ? 'yes' : 'no'} ${attempt}`);
export const findEnd = ({ state }: Played) => state.ended as RunEnded;
export const collectRepairs = ({ requests }: Played) =>
  requests.filter(({ system }) => system.startsWith('An agent gave'));
