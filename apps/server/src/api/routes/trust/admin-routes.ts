import { officeKeysSchema } from '@agent-home/http-contract';
import { officeKeys } from '@agent-home/platform';
import type { Routes } from '../../routing/route-types.ts';

export function registerKeyFingerprints({ app, context, authentication }: Routes): void {
  app.get(
    '/v1/admin/keys',
    {
      schema: { summary: 'The platform’s keys, by fingerprint', response: { 200: officeKeysSchema } },
      preHandler: authentication.admin,
    },
    () => officeKeys(context.platform.database),
  );
}
