import {
  alertRulesSchema,
  alertStateSchema,
  changedAlertRulesSchema,
  confirmedMailboxSchema,
  deletedAlertRulesSchema,
  mailboxCodeSchema,
} from '../alerts/alerts.ts';
import { alertEndpoints } from '../endpoints/endpoints.ts';
import { defineRoute } from './define-route.ts';

export const alertRoutes = {
  show: defineRoute(alertEndpoints.show, {
    access: ['office.read', 'own'],
    summary: 'Get own alert rules and open alerts; for the office, those of the home',
    responses: { 200: alertStateSchema },
  }),
  change: defineRoute(alertEndpoints.change, {
    access: ['agents', 'own'],
    summary: 'Set alert rules: of an owner for its agents, of an admin for all agents',
    body: alertRulesSchema,
    responses: { 200: changedAlertRulesSchema },
  }),
  delete: defineRoute(alertEndpoints.delete, {
    access: ['agents', 'own'],
    summary: 'Delete alert rules and their alerts',
    responses: { 200: deletedAlertRulesSchema },
  }),
  confirmMailbox: defineRoute(alertEndpoints.confirmMailbox, {
    access: ['agents', 'own'],
    summary: 'Confirm the mailbox of alert rules by the code that was sent to it',
    body: mailboxCodeSchema,
    responses: { 200: confirmedMailboxSchema },
  }),
};
