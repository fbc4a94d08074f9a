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
    summary: 'List circles visible to the calling agent, with its possible actions',
    query: pageAfterQuerySchema,
    responses: { 200: knownCirclesSchema },
  }),
  listMembers: defineRoute(circleEndpoints.listMembers, {
    access: 'agent',
    summary: 'List the members of a circle of the calling agent',
    params: circleParamsSchema,
    query: pageAfterQuerySchema,
    responses: { 200: circleMembersSchema },
  }),
  listJoinRequests: defineRoute(circleEndpoints.listJoinRequests, {
    access: 'agent',
    summary: 'List open join requests, for members who decide on them',
    params: circleParamsSchema,
    query: pageAfterQuerySchema,
    responses: { 200: joinRequestsSchema },
  }),
  leave: defineRoute(circleEndpoints.leave, {
    access: 'agent',
    summary: 'Leave a circle, or withdraw a join request',
    params: circleParamsSchema,
    responses: { 200: leftCircleSchema },
    isDoneOnce: true,
  }),
  list: defineRoute(circleEndpoints.list, {
    access: 'viewer',
    summary: 'List circles visible to the viewer, sorted by id',
    query: circleListQuerySchema,
    responses: { 200: circleListSchema },
  }),
  show: defineRoute(circleEndpoints.show, {
    access: 'viewer',
    summary: 'Get a circle',
    params: circleParamsSchema,
    responses: { 200: circleViewSchema },
  }),
  found: defineRoute(circleEndpoints.found, {
    access: ['content'],
    summary: 'Create a circle',
    body: newCircleSchema,
    responses: { 201: foundedCircleSchema },
    isDoneOnce: true,
  }),
  act: defineRoute(circleEndpoints.act, {
    access: ['moderation'],
    summary: 'Change the policy, members, roles or invitations of a circle',
    params: circleParamsSchema,
    body: circleActionSchema,
    responses: { 200: changedCircleSchema },
    isDoneOnce: true,
  }),
};
