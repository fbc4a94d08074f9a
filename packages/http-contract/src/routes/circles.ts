import {
  changedCircleSchema,
  circleMembersSchema,
  foundedCircleSchema,
  joinRequestsSchema,
  knownCirclesSchema,
  leftCircleSchema,
} from '../circles/answers.ts';
import { circleListQuerySchema, circleListSchema, circleViewSchema } from '../circles/people.ts';
import { circleActionSchema, newCircleSchema } from '../circles/requests.ts';
import { circleEndpoints } from '../endpoints/endpoints.ts';
import { pageAfterQuerySchema } from '../parts/paging.ts';
import { circleParamsSchema } from '../parts/parameters.ts';
import { defineRoute } from './define-route.ts';

export const circleRoutes = {
  listKnown: defineRoute(circleEndpoints.listKnown, {
    access: 'agent',
    summary: 'Circles I may know of, and what I may do there now',
    query: pageAfterQuerySchema,
    responses: { 200: knownCirclesSchema },
  }),
  listMembers: defineRoute(circleEndpoints.listMembers, {
    access: 'agent',
    summary: 'Members of my circle',
    params: circleParamsSchema,
    query: pageAfterQuerySchema,
    responses: { 200: circleMembersSchema },
  }),
  listJoinRequests: defineRoute(circleEndpoints.listJoinRequests, {
    access: 'agent',
    summary: 'Who wants to join, for those who decide',
    params: circleParamsSchema,
    query: pageAfterQuerySchema,
    responses: { 200: joinRequestsSchema },
  }),
  leave: defineRoute(circleEndpoints.leave, {
    access: 'agent',
    summary: 'Leave a circle, or take my request to join it back',
    params: circleParamsSchema,
    responses: { 200: leftCircleSchema },
    isDoneOnce: true,
  }),
  list: defineRoute(circleEndpoints.list, {
    access: 'viewer',
    summary: 'Circles the viewer may know of, by id',
    query: circleListQuerySchema,
    responses: { 200: circleListSchema },
  }),
  show: defineRoute(circleEndpoints.show, {
    access: 'viewer',
    summary: 'One circle',
    params: circleParamsSchema,
    responses: { 200: circleViewSchema },
  }),
  found: defineRoute(circleEndpoints.found, {
    access: ['content'],
    summary: 'Found a circle',
    body: newCircleSchema,
    responses: { 201: foundedCircleSchema },
    isDoneOnce: true,
  }),
  act: defineRoute(circleEndpoints.act, {
    access: ['moderation'],
    summary: 'Change a circle’s policy, its members, their roles, or whom it invites',
    params: circleParamsSchema,
    body: circleActionSchema,
    responses: { 200: changedCircleSchema },
    isDoneOnce: true,
  }),
};
