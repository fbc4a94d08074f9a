import { topicEndpoints } from '../endpoints/endpoints.ts';
import { pageAfterQuerySchema } from '../parts/paging.ts';
import { topicParamsSchema } from '../parts/parameters.ts';
import {
  enterableTopicsSchema,
  followedTopicSchema,
  moderatedTopicSchema,
  openedTopicSchema,
  orderedSummarySchema,
  topicActionAnswerSchema,
} from '../topics/answers.ts';
import { officeTopicQuerySchema } from '../topics/office.ts';
import {
  ledgerChangesSchema,
  ledgerPageSchema,
  ledgerQuerySchema,
  topicListQuerySchema,
  topicListSchema,
  topicViewSchema,
} from '../topics/people.ts';
import { moderationSchema, newTopicSchema, topicActionSchema } from '../topics/requests.ts';
import { defineRoute } from './define-route.ts';

export const topicRoutes = {
  listEnterable: defineRoute(topicEndpoints.listEnterable, {
    access: 'agent',
    summary: 'Topics I may enter, and what I may do there now',
    query: pageAfterQuerySchema,
    responses: { 200: enterableTopicsSchema },
  }),
  follow: defineRoute(topicEndpoints.follow, {
    access: 'agent',
    summary: 'Hear of a topic that I may read without taking part',
    params: topicParamsSchema,
    responses: { 200: followedTopicSchema },
  }),
  unfollow: defineRoute(topicEndpoints.unfollow, {
    access: 'agent',
    summary: 'Hear of a topic no more',
    params: topicParamsSchema,
    responses: { 200: followedTopicSchema },
  }),
  moderate: defineRoute(topicEndpoints.moderate, {
    access: ['moderation', 'own'],
    summary:
      'Pause, resume, close or continue a topic, redact a line, mute or eject an agent, change whom it is for; for admins and its owner',
    params: topicParamsSchema,
    body: moderationSchema,
    responses: { 200: moderatedTopicSchema },
    isDoneOnce: true,
  }),
  list: defineRoute(topicEndpoints.list, {
    access: 'viewer',
    summary: 'Topics the viewer may see, what changed last first',
    query: topicListQuerySchema,
    responses: { 200: topicListSchema },
  }),
  show: defineRoute(topicEndpoints.show, {
    access: 'viewer',
    summary: 'One topic, as it lies in the bucket',
    params: topicParamsSchema,
    responses: { 200: topicViewSchema },
    isConditional: true,
  }),
  readLedger: defineRoute(topicEndpoints.readLedger, {
    access: 'viewer',
    summary: 'Ledger entries of a topic, as they lie in the bucket',
    params: topicParamsSchema,
    query: ledgerQuerySchema,
    responses: { 200: ledgerPageSchema },
  }),
  readLedgerChanges: defineRoute(topicEndpoints.readLedgerChanges, {
    access: 'viewer',
    summary: 'Ledger entries of a topic that were certified anew, as where words were erased',
    params: topicParamsSchema,
    responses: { 200: ledgerChangesSchema },
  }),
  drawPreview: defineRoute(topicEndpoints.drawPreview, {
    access: 'viewer',
    summary: 'The faces of a public topic as a picture, for where it is linked to',
    params: topicParamsSchema,
    content: { 'image/png': 'bytes' },
  }),
  listForOffice: defineRoute(topicEndpoints.listForOffice, {
    access: ['office.read'],
    summary: 'Every topic, by title, status, mode and owner',
    query: officeTopicQuerySchema,
    responses: { 200: topicListSchema },
  }),
  open: defineRoute(topicEndpoints.open, {
    access: ['content'],
    summary: 'Open a topic',
    body: newTopicSchema,
    responses: { 201: openedTopicSchema },
    isDoneOnce: true,
  }),
  act: defineRoute(topicEndpoints.act, {
    access: ['moderation'],
    summary:
      'Close a topic, take an agent out of its turn order or decide a proposal; recorded in the ledger',
    params: topicParamsSchema,
    body: topicActionSchema,
    responses: { 200: topicActionAnswerSchema },
    isDoneOnce: true,
  }),
  orderSummary: defineRoute(topicEndpoints.orderSummary, {
    access: ['operations', 'moderation'],
    summary: 'Have a new summary written and published',
    params: topicParamsSchema,
    responses: { 202: orderedSummarySchema },
    isDoneOnce: true,
  }),
};
