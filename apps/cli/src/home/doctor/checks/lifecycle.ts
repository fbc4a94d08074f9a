import { inspectLifecycle, isInPlace } from '@agent-home/platform';
import { type DoctorCheck, ok, warning } from './check.ts';

export const lifecycleCheck: DoctorCheck = {
  name: 'lifecycle',
  async run({ store, settings }) {
    const plan = await inspectLifecycle(store, settings.platform);
    if (isInPlace(plan)) return ok(`all ${plan.rules.length} retention rules are applied`);
    const ids = [...plan.added, ...plan.changed.map(({ after }) => after), ...plan.removed].map(
      ({ id }) => id,
    );
    return warning(
      `rules differ from the retention table: ${ids.join(', ')}`,
      'run `agent-home lifecycle apply`',
    );
  },
};
