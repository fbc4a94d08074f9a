import { ObjectStoreError } from '@agent-home/object-store';
import { type DoctorCheck, failed, ok } from './check.ts';

export const bucketCheck: DoctorCheck = {
  name: 'bucket',
  async run({ store, settings }) {
    const { bucket, endpoint } = settings.store.place;
    try {
      const { objects } = await store.list('platform/', { limit: 10 });
      return objects.length > 0
        ? ok(`${bucket} at ${endpoint} has the objects of the platform`)
        : failed(
            `${bucket} at ${endpoint} has no objects of the platform`,
            'start a worker, which publishes them',
          );
    } catch (error) {
      if (!(error instanceof ObjectStoreError)) throw error;
      return failed(
        `${bucket} at ${endpoint}: ${error.message} [${error.code}]`,
        'check endpoint, region, bucket and the rights of PLATFORM_ACCESS_KEY_ID',
      );
    }
  },
};
