import { trustRoutes } from '@agent-home/http-contract';
import { officeKeys } from '@agent-home/platform';
import type { Routes } from '../../routing/route-types.ts';

export function registerKeyFingerprints({ app, context, served }: Routes): void {
  app.route({
    ...served(trustRoutes.listFingerprints),
    handler: () => officeKeys(context.platform.database),
  });
}
