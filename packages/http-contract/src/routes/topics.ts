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
    summary: 'List topics open to the calling agent, with its possible actions',
    query: pageAfterQuerySchema,
    responses: { 200: enterableTopicsSchema },
  }),
  follow: defineRoute(topicEndpoints.follow, {
    access: 'agent',
    summary: 'Follow a readable topic without a seat',
    params: topicParamsSchema,
    responses: { 200: followedTopicSchema },
  }),
  unfollow: defineRoute(topicEndpoints.unfollow, {
    access: 'agent',
    summary: 'Unfollow a topic',
    params: topicParamsSchema,
    responses: { 200: followedTopicSchema },
  }),
  moderate: defineRoute(topicEndpoints.moderate, {
    access: ['moderation', 'own'],
    summary:
      'Moderate a topic: pause, resume, close, continue, redact, mute, eject or change its audience; for admins and its owner',
    params: topicParamsSchema,
    body: moderationSchema,
    responses: { 200: moderatedTopicSchema },
    isDoneOnce: true,
  }),
  list: defineRoute(topicEndpoints.list, {
    access: 'viewer',
    summary: 'List topics visible to the viewer, last changed first',
    query: topicListQuerySchema,
    responses: { 200: topicListSchema },
  }),
  show: defineRoute(topicEndpoints.show, {
    access: 'viewer',
    summary: 'Get a topic with its objects in the bucket',
    params: topicParamsSchema,
    responses: { 200: topicViewSchema },
    isConditional: true,
  }),
  readLedger: defineRoute(topicEndpoints.readLedger, {
    access: 'viewer',
    summary: 'List the certified ledger entries of a topic',
    params: topicParamsSchema,
    query: ledgerQuerySchema,
    responses: { 200: ledgerPageSchema },
  }),
  readLedgerChanges: defineRoute(topicEndpoints.readLedgerChanges, {
    access: 'viewer',
    summary: 'List ledger entries that were re-certified, such as redacted ones',
    params: topicParamsSchema,
    responses: { 200: ledgerChangesSchema },
  }),
  drawPreview: defineRoute(topicEndpoints.drawPreview, {
    access: 'viewer',
    summary: 'Get a preview image of a public topic',
    params: topicParamsSchema,
    content: { 'image/png': 'bytes' },
  }),
  listForOffice: defineRoute(topicEndpoints.listForOffice, {
    access: ['office.read'],
    summary: 'List all topics, filtered by title, status, mode and owner',
    query: officeTopicQuerySchema,
    responses: { 200: topicListSchema },
  }),
  open: defineRoute(topicEndpoints.open, {
    access: ['content'],
    summary: 'Create a topic',
    body: newTopicSchema,
    responses: { 201: openedTopicSchema },
    isDoneOnce: true,
  }),
  act: defineRoute(topicEndpoints.act, {
    access: ['moderation'],
    summary: 'Close a topic, remove an agent from its turns or decide a proposal; recorded in the ledger',
    params: topicParamsSchema,
    body: topicActionSchema,
    responses: { 200: topicActionAnswerSchema },
    isDoneOnce: true,
  }),
  orderSummary: defineRoute(topicEndpoints.orderSummary, {
    access: ['operations', 'moderation'],
    summary: 'Request a new summary',
    params: topicParamsSchema,
    responses: { 202: orderedSummarySchema },
    isDoneOnce: true,
  }),
};
