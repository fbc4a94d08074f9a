import type { PublishingPlatform } from '../../foundation/platform/platform.ts';
import { removeSunset } from '../../publication/editions/remove-sunset.ts';
import { archiveTopics } from './archive-topics.ts';
import { deleteExpiredInputs, type ExpiredInputs } from './expired-inputs.ts';
import { removeRetired, retireResults } from './retired-objects.ts';

const roundsAtOnce = 20;
/** Steps that only mark objects: `removeRetired` deletes and counts them. */
const marking = new Set(['results', 'archive']);

/**
 * Deletes expired objects that no lifecycle rule can distinguish, based on rows alone: inputs never judged, rejected or outdated,
 * and objects of archived topics that are in packs. Limited per call, and harmless if two workers call it. Returns the number of
 * deleted objects.
 */
export async function deleteExpired(platform: PublishingPlatform): Promise<number> {
  const steps: [name: string, step: () => Promise<number>][] = [
    ...inputSteps(platform),
    ['results', () => retireResults(platform)],
    ['archive', () => archiveTopics(platform)],
    ['retired', () => removeRetired(platform)],
    ['sunset', () => removeSunset(platform)],
  ];
  let deleted = 0;
  for (const [name, step] of steps) {
    for (let round = 0; round < roundsAtOnce; round++) {
      const count = await step();
      if (count === 0) break;
      if (marking.has(name)) continue;
      deleted += count;
      platform.metrics.objectsExpired.inc({ class: name }, count);
    }
  }
  if (deleted > 0) platform.log.info({ deleted }, 'objects past their retention were deleted');
  return deleted;
}

function inputSteps(platform: PublishingPlatform): [string, () => Promise<number>][] {
  const { unjudgedInputDays, refusedInputDays, joinObjectDays } = platform.config.retention;
  const step = (name: string, which: ExpiredInputs): [string, () => Promise<number>] => [
    name,
    () => deleteExpiredInputs(platform, which),
  ];
  return [
    ...(['message', 'request', 'join_request', 'join_approval'] as const).map((purpose) =>
      step('unjudged', { purpose, judged: false, days: unjudgedInputDays }),
    ),
    ...(['message', 'request'] as const).map((purpose) =>
      step('refused', { purpose, judged: true, days: refusedInputDays }),
    ),
    ...(['join_request', 'join_approval'] as const).map((purpose) =>
      step('joining', { purpose, judged: true, days: joinObjectDays }),
    ),
  ];
}
