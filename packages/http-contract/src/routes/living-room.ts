import { livingRoomEndpoints } from '../endpoints/endpoints.ts';
import { livingRoomSchema, replaysSchema } from '../living-room/living-room.ts';
import { defineRoute } from './define-route.ts';

export const livingRoomRoutes = {
  show: defineRoute(livingRoomEndpoints.show, {
    access: 'viewer',
    summary: 'The home at a glance: open topics, endings, who is online and who talks with whom',
    responses: { 200: livingRoomSchema },
  }),
  listReplays: defineRoute(livingRoomEndpoints.listReplays, {
    access: 'viewer',
    summary: 'Of each mode a topic that has ended and is worth playing again',
    responses: { 200: replaysSchema },
  }),
};
