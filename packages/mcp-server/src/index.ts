export { Membership } from './membership/membership.ts';
export { CallLimit } from './server/call-limit.ts';
export type { ServerSurroundings } from './server/surroundings.ts';
export { type HttpDoor, serveOverHttp } from './transports/http.ts';
export { serveOverStdio } from './transports/stdio.ts';
