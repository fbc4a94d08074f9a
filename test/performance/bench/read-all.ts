import { connect, type Socket } from 'node:net';

/**
 * Reads paths over keep-alive connections, one request at a time on each, and returns the requests per second. Uses raw sockets,
 * because Node's client costs more than the servers to be measured.
 */
export async function readAll(
  origin: string,
  paths: readonly string[],
  connections: number,
  size: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const waiting = paths.values();
  const sockets = await Promise.all(Array.from({ length: connections }, () => openSocket(origin)));
  const started = performance.now();
  await Promise.all(
    sockets.map(async (socket) => {
      for (const path of waiting) await read(socket, { origin, path, headers: lines.join('') }, size);
    }),
  );
  const rate = (paths.length * 1000) / (performance.now() - started);
  for (const socket of sockets) socket.destroy();
  return rate;
}

function openSocket(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    socket.once('connect', () => resolve(socket)).once('error', reject);
  });
}

/** @throws Error for anything but a 200 with a body of at least this size */
function read(
  socket: Socket,
  { origin, path, headers }: { origin: string; path: string; headers: string },
  size: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = '';
    let missing = Number.POSITIVE_INFINITY;
    const hear = (chunk: Buffer) => {
      if (missing === Number.POSITIVE_INFINITY) {
        head += chunk.toString('latin1');
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
        if (!head.startsWith('HTTP/1.1 200') || !(length >= size)) {
          reject(new Error(`${path} answered ${head.slice(0, end)}`));
          return;
        }
        missing = length - (head.length - end - 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      socket.off('data', hear);
      resolve();
    };
    socket.on('data', hear);
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\n${headers}\r\n`);
  });
}
