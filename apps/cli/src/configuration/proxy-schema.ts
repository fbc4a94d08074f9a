import { isIP } from 'node:net';
import { z } from 'zod';

/**
 * An address or a network in CIDR form. Never a network of everything: whoever is believed about where a request came
 * from can be anybody, so that everybody would have as many addresses as he likes.
 */
export const proxySchema = z.string().refine(isProxy, {
  message: 'IP addresses or networks such as 10.0.0.0/8 or fd00::/8, with commas between',
});

function isProxy(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  if (length === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128);
}
