import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/**
 * Addresses that no named endpoint may have: this container, multicast, and the metadata services of clouds, which give out
 * credentials of the machine. Private networks are allowed, because operators name model servers in them.
 */
const refused = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 3],
] as const)
  refused.addSubnet(network, bits, 'ipv4');
refused.addAddress('100.100.100.200', 'ipv4');
refused.addAddress('168.63.129.16', 'ipv4');
for (const [network, bits] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  refused.addSubnet(network, bits, 'ipv6');
refused.addAddress('fd00:ec2::254', 'ipv6');

export function isReachable(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !refused.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Resolves a host once and returns the address to connect to, so that a second answer of its name server has no effect. One refused
 * address among several refuses the host.
 */
export async function reachableAddress(host: string): Promise<string | undefined> {
  const found = isIP(host) === 0 ? await lookup(host, { all: true }) : [{ address: host }];
  return found.every(({ address }) => isReachable(address)) ? found[0]?.address : undefined;
}
