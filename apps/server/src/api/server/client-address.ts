import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Returns the address for rate limits: the client's own, or the one reported by the last trusted proxy. For IPv6 it is the first 64
 * bits, which one caller controls.
 */
export function getAddress(request: Pick<FastifyRequest, 'ip' | 'raw'>): string {
  const told = request.ip;
  const address = isIP(told) === 0 ? (request.raw.socket.remoteAddress ?? 'nowhere') : told;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  return isIP(address) === 6 ? getNetwork(address) : address;
}

function getNetwork(address: string): string {
  const [before = '', after] = address.replace(/%.*$/, '').toLowerCase().split('::');
  const head = collectGroups(before);
  const tail = collectGroups(after ?? '');
  const gap = after === undefined ? [] : Array<string>(Math.max(0, 8 - head.length - tail.length)).fill('0');
  const groups = [...head, ...gap, ...tail].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** A dotted end counts as two groups in any case, since it is never among the first four. */
function collectGroups(text: string): string[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => (group.includes('.') ? ['0', '0'] : [group]));
}
