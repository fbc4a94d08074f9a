interface IpAddress {
  bits: 32 | 128;
  value: bigint;
}

function parseIpv4(text: string): bigint | undefined {
  const octets = text.split('.');
  if (octets.length !== 4) return undefined;
  let value = 0n;
  for (const octet of octets) {
    if (!/^(0|[1-9]\d{0,2})$/.test(octet) || Number(octet) > 255) return undefined;
    value = (value << 8n) | BigInt(octet);
  }
  return value;
}

function parseHextets(text: string): bigint[] | undefined {
  if (text === '') return [];
  const hextets: bigint[] = [];
  for (const hextet of text.split(':')) {
    if (!/^[0-9a-f]{1,4}$/i.test(hextet)) return undefined;
    hextets.push(BigInt(`0x${hextet}`));
  }
  return hextets;
}

/** Converts the last 32 bits of an IPv6 address, which may be written as IPv4: `::ffff:10.0.0.1`. */
function withoutDots(text: string): string | undefined {
  const dotted = text.slice(text.lastIndexOf(':') + 1);
  if (!dotted.includes('.')) return text;
  const value = parseIpv4(dotted);
  if (value === undefined) return undefined;
  return `${text.slice(0, -dotted.length)}${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
}

function parseIpv6(text: string): bigint | undefined {
  const halves = withoutDots(text)?.split('::') ?? [];
  if (halves.length > 2) return undefined;
  const head = parseHextets(halves[0] ?? '');
  const tail = parseHextets(halves[1] ?? '');
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const hextets = [...head, ...Array<bigint>(missing).fill(0n), ...tail];
  return hextets.reduce((value, hextet) => (value << 16n) | hextet, 0n);
}

function parseIpAddress(text: string): IpAddress | undefined {
  const isIpv6 = text.includes(':');
  const value = isIpv6 ? parseIpv6(text) : parseIpv4(text);
  return value === undefined ? undefined : { bits: isIpv6 ? 128 : 32, value };
}

interface IpRange extends IpAddress {
  prefixLength: number;
}

function parseIpRange(text: string): IpRange | undefined {
  const [addressText = '', lengthText, ...rest] = text.split('/');
  const address = parseIpAddress(addressText);
  if (address === undefined || rest.length > 0) return undefined;
  if (lengthText === undefined) return { ...address, prefixLength: address.bits };
  if (!/^\d{1,3}$/.test(lengthText) || Number(lengthText) > address.bits) return undefined;
  return { ...address, prefixLength: Number(lengthText) };
}

/** True for one address, or a CIDR block such as `192.168.0.0/16`. */
export function isIpRange(text: string): boolean {
  return parseIpRange(text) !== undefined;
}

export function isIpAddress(text: string): boolean {
  return parseIpAddress(text) !== undefined;
}

/** Returns true if `address` is in `range`; false for an unreadable address. */
export function ipRangeContains(range: string, address: string): boolean {
  const block = parseIpRange(range);
  const given = parseIpAddress(address);
  if (block === undefined || given === undefined || block.bits !== given.bits) return false;
  const shift = BigInt(block.bits - block.prefixLength);
  return block.value >> shift === given.value >> shift;
}
