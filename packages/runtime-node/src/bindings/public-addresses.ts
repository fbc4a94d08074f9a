import { lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { ToolFailure } from '../outcomes/tool-failure.ts';

/** This machine, its networks, and what clouds tell their machines: nothing that an argument of a model may reach. */
const notPublic = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::', 128],
  ['::1', 128],
  ['64:ff9b::', 96],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6');

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  return family !== 0 && !notPublic.check(address, family === 4 ? 'ipv4' : 'ipv6');
}

/** @throws ToolFailure `address_refused` for a host that is an address itself, which no name server is asked for */
export function requirePublicHost(hostname: string): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isPublicAddress(address)) throw refused(hostname);
}

/** Asked as the connection is made: a name that means another address a moment later gets nobody further. */
export const lookupPublic: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '', 0);
    const addresses = found.filter(({ address }) => isPublicAddress(address));
    const [first] = addresses;
    if (!first || addresses.length < found.length) return done(refused(hostname), '', 0);
    return options.all ? done(null, addresses) : done(null, first.address, first.family);
  });
};

function refused(hostname: string): ToolFailure {
  return new ToolFailure(
    'address_refused',
    `${hostname} is in a private network: only the operator can allow that, by privateNetwork in the tool’s settings`,
  );
}
