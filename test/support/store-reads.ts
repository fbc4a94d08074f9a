import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that reads of a key have taken off their sockets in this process, headers included. */
export function watchReads(objectKey: string): { bytes(): number; stop(): void } {
  const watched: { socket: Socket; before: number; after: number | undefined }[] = [];
  const started = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (request.method !== 'GET' || !request.path.includes(objectKey)) return;
    const watch = (socket: Socket) => {
      const item: (typeof watched)[number] = { socket, before: socket.bytesRead, after: undefined };
      watched.push(item);
      request.once('close', () => {
        item.after = socket.bytesRead;
      });
    };
    if (request.socket) watch(request.socket);
    else request.once('socket', watch);
  };
  subscribe('http.client.request.start', started);
  return {
    bytes: () =>
      watched.reduce((sum, { socket, before, after }) => sum + (after ?? socket.bytesRead) - before, 0),
    stop: () => void unsubscribe('http.client.request.start', started),
  };
}
