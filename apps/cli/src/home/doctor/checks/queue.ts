import { pingQueue } from '@agent-home/platform';
import { type DoctorCheck, ok, warning } from './check.ts';

export const queueCheck: DoctorCheck = {
  name: 'queue',
  async run({ settings }) {
    const { protocol, host } = new URL(settings.queueUrl);
    const place = `${protocol}//${host}`;
    try {
      await pingQueue(settings.queueUrl);
      return ok(`${place} answers`);
    } catch {
      return warning(
        `${place} does not respond`,
        'restart it: until then only the sweep finds work, some seconds late',
      );
    }
  },
};
