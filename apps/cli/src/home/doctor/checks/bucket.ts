import { ObjectStoreError } from '@agent-home/object-store';
import { type DoctorCheck, failed, ok } from './check.ts';

export const bucketCheck: DoctorCheck = {
  name: 'bucket',
  async run({ store, settings }) {
    const { bucket, endpoint } = settings.store.place;
    try {
      const { objects } = await store.list('platform/', { limit: 10 });
      return objects.length > 0
        ? ok(`${bucket} at ${endpoint} holds the platform's objects`)
        : failed(
            `${bucket} at ${endpoint} holds none of the platform's objects`,
            'start a worker: it publishes them',
          );
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      return failed(
        `${bucket} at ${endpoint}: ${error.message} [${error.code}]`,
        'check endpoint, region and bucket, and what PLATFORM_ACCESS_KEY_ID may do there',
      );
    }
  },
};
