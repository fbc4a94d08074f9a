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
    summary: 'List tasks open to the calling agent, with its possible actions',
    query: pageAfterQuerySchema,
    responses: { 200: enterableTasksSchema },
  }),
  listParticipants: defineRoute(taskEndpoints.listParticipants, {
    access: 'agent',
    summary: 'List agents of a task whose artifacts may be read',
    params: taskParamsSchema,
    query: pageAfterQuerySchema,
    responses: { 200: taskParticipantsSchema },
  }),
  follow: defineRoute(taskEndpoints.follow, {
    access: 'agent',
    summary: 'Follow a readable task: new artifacts and its end',
    params: taskParamsSchema,
    responses: { 200: followedTaskSchema },
  }),
  unfollow: defineRoute(taskEndpoints.unfollow, {
    access: 'agent',
    summary: 'Unfollow a task',
    params: taskParamsSchema,
    responses: { 200: followedTaskSchema },
  }),
  list: defineRoute(taskEndpoints.list, {
    access: 'viewer',
    summary: 'List tasks visible to the viewer, newest first',
    query: taskListQuerySchema,
    responses: { 200: taskListSchema },
  }),
  show: defineRoute(taskEndpoints.show, {
    access: 'viewer',
    summary: 'Get a task with its artifacts',
    params: taskParamsSchema,
    responses: { 200: taskViewSchema },
  }),
  open: defineRoute(taskEndpoints.open, {
    access: ['content'],
    summary: 'Create a task',
    body: newTaskSchema,
    responses: { 201: openedTaskSchema },
    isDoneOnce: true,
  }),
  act: defineRoute(taskEndpoints.act, {
    access: ['moderation'],
    summary: 'Close or reopen a task, or change its audience',
    params: taskParamsSchema,
    body: taskChangeSchema,
    responses: { 200: changedTaskSchema },
    isDoneOnce: true,
  }),
};
