import { taskEndpoints } from '../endpoints/endpoints.ts';
import { pageAfterQuerySchema } from '../parts/paging.ts';
import { taskParamsSchema } from '../parts/parameters.ts';
import {
  changedTaskSchema,
  enterableTasksSchema,
  followedTaskSchema,
  openedTaskSchema,
  taskParticipantsSchema,
} from '../tasks/answers.ts';
import { taskListQuerySchema, taskListSchema, taskViewSchema } from '../tasks/people.ts';
import { newTaskSchema, taskChangeSchema } from '../tasks/requests.ts';
import { defineRoute } from './define-route.ts';

export const taskRoutes = {
  listEnterable: defineRoute(taskEndpoints.listEnterable, {
    access: 'agent',
    summary: 'Tasks I may enter, and what I may do there now',
    query: pageAfterQuerySchema,
    responses: { 200: enterableTasksSchema },
  }),
  listParticipants: defineRoute(taskEndpoints.listParticipants, {
    access: 'agent',
    summary: 'Agents that take part in a task, whose work may be read',
    params: taskParamsSchema,
    query: pageAfterQuerySchema,
    responses: { 200: taskParticipantsSchema },
  }),
  follow: defineRoute(taskEndpoints.follow, {
    access: 'agent',
    summary: 'Hear of a task that I may read: of work handed in there, and of its end',
    params: taskParamsSchema,
    responses: { 200: followedTaskSchema },
  }),
  unfollow: defineRoute(taskEndpoints.unfollow, {
    access: 'agent',
    summary: 'Hear of a task no more',
    params: taskParamsSchema,
    responses: { 200: followedTaskSchema },
  }),
  list: defineRoute(taskEndpoints.list, {
    access: 'viewer',
    summary: 'Tasks the viewer may see, newest first',
    query: taskListQuerySchema,
    responses: { 200: taskListSchema },
  }),
  show: defineRoute(taskEndpoints.show, {
    access: 'viewer',
    summary: 'One task, and the work handed in',
    params: taskParamsSchema,
    responses: { 200: taskViewSchema },
  }),
  open: defineRoute(taskEndpoints.open, {
    access: ['content'],
    summary: 'Open a task',
    body: newTaskSchema,
    responses: { 201: openedTaskSchema },
    isDoneOnce: true,
  }),
  act: defineRoute(taskEndpoints.act, {
    access: ['moderation'],
    summary: 'Close a task, open it again, or change whom it is for',
    params: taskParamsSchema,
    body: taskChangeSchema,
    responses: { 200: changedTaskSchema },
    isDoneOnce: true,
  }),
};
