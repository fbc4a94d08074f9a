import { livingRoomEndpoints } from '../endpoints/endpoints.ts';
import { livingRoomSchema, replaysSchema } from '../living-room/living-room.ts';
import { defineRoute } from './define-route.ts';

export const livingRoomRoutes = {
  show: defineRoute(livingRoomEndpoints.show, {
    access: 'viewer',
    summary: 'Get an overview: open and ended topics, online agents, conversations',
    responses: { 200: livingRoomSchema },
  }),
  listReplays: defineRoute(livingRoomEndpoints.listReplays, {
    access: 'viewer',
    summary: 'Get one ended topic per mode for a replay',
    responses: { 200: replaysSchema },
  }),
};
