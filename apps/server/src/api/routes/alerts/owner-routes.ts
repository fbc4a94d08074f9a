import { alertRoutes } from '@agent-home/http-contract';
import { changeAlertRules, confirmMailbox, deleteAlertRules, showAlerts } from '@agent-home/platform';
import { asJson } from '@agent-home/protocol';
import type { FastifyRequest } from 'fastify';
import { acting } from '../../authentication/acting.ts';
import { audited } from '../../authentication/audited.ts';
import { readingActor } from '../../authentication/reading-actor.ts';
import type { Routes } from '../../routing/route-types.ts';

const targetOf = ({ token }: FastifyRequest) =>
  token?.role === 'owner' ? `owners/${token.ownerId}` : 'home';

/**
 * Registers the routes of alert rules. Their responses are not stored for repeated requests, because one has the secret of the
 * signature.
 */
export function registerAlerts({ app, context, served }: Routes): void {
  const { platform } = context;

  app.route({
    ...served(alertRoutes.show),
    handler: (request) => showAlerts(platform, readingActor(request)),
  });

  app.route({
    ...served(alertRoutes.change),
    handler: (request) => {
      const actor = acting(request, 'cards');
      const { url, email, new_secret: _, ...thresholds } = request.body;
      const acted = audited(platform, request, {
        action: 'alert.rules',
        target: targetOf(request),
        details: asJson({
          ...(url === undefined ? {} : { origin: new URL(url).origin }),
          // The name in an address is personal; the log is kept for good.
          ...(email === undefined ? {} : { email_domain: email.slice(email.lastIndexOf('@') + 1) }),
          ...thresholds,
        }),
      });
      return changeAlertRules(acted, request.body, actor);
    },
  });

  app.route({
    ...served(alertRoutes.confirmMailbox),
    handler: (request) => {
      const actor = acting(request, 'cards');
      const acted = audited(platform, request, { action: 'alert.confirm', target: targetOf(request) });
      return confirmMailbox(acted, request.body.code, actor);
    },
  });

  app.route({
    ...served(alertRoutes.delete),
    handler: (request) => {
      const actor = acting(request, 'cards');
      const acted = audited(platform, request, { action: 'alert.delete', target: targetOf(request) });
      return deleteAlertRules(acted, actor);
    },
  });
}
