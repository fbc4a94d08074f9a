import type { HouseholdEvidence } from '../residents/household-evidence.ts';
import type { Finding, RunAtRest } from './evidence.ts';

const check = 'nothing leaked';

/**
 * Requires that no model gets the secret of the vault, content that a guardrail withholds, or the words of another topic than that
 * of its run; and that neither logs, copies nor messages contain the secret.
 */
export function nothingLeaked(
  { runs, requests, messages, markers, topicMarkers, effects }: HouseholdEvidence,
  copies: readonly RunAtRest[],
): Finding[] {
  const { secret, withheld } = markers;
  const places: [place: string, text: string][] = [
    ...requests.map(({ text }, index): [string, string] => [`model request ${index}`, text]),
    ...runs.map(({ runId, lines }): [string, string] => [`log of ${runId}`, lines.join('\n')]),
    ...copies.map(({ runId, texts }): [string, string] => [`copy of ${runId}`, texts.join('\n')]),
    ...messages.map(({ objectKey, text }): [string, string] => [objectKey, text]),
  ];
  return [
    ...places.flatMap(([subject, text]) =>
      text.includes(secret) ? [{ check, subject, problem: 'has the secret of the vault' }] : [],
    ),
    ...requests.flatMap(({ text, topicId }, index) => [
      ...(text.includes(withheld)
        ? [{ check, subject: `model request ${index}`, problem: 'has content that a guardrail withholds' }]
        : []),
      ...[...topicMarkers].flatMap(([other, marker]) =>
        other !== topicId && text.includes(marker)
          ? [{ check, subject: `model request ${index}`, problem: `of ${topicId} has words of ${other}` }]
          : [],
      ),
    ]),
    ...effects.flatMap(({ tool, arguments: args }) =>
      [...topicMarkers].flatMap(([topicId, marker]) =>
        JSON.stringify(args).includes(marker)
          ? [{ check, subject: tool, problem: `was sent words of ${topicId}` }]
          : [],
      ),
    ),
  ];
}
