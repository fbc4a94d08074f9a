import { createHash, createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

interface SmqRequest {
  method: string;
  /** Path with its query, as received. */
  path: string;
  headers: IncomingHttpHeaders;
}

/** RSA-SHA1 over method, digest, type, date, sorted `x-mns-*` headers and path, as SMQ signs its pushes. */
export function smqSignatureMatches(request: SmqRequest, publicKey: KeyObject): boolean {
  const { headers } = request;
  const signature = headers.authorization;
  if (signature === undefined || !/^[A-Za-z0-9+/=]+$/.test(signature)) return false;
  const attributes = Object.keys(headers)
    .filter((name) => name.startsWith('x-mns-'))
    .sort()
    .map((name) => `${name}:${String(headers[name])}\n`)
    .join('');
  const text = [
    request.method,
    headers['content-md5'] ?? '',
    headers['content-type'] ?? '',
    headers.date ?? '',
    `${attributes}${request.path}`,
  ].join('\n');
  return createVerify('RSA-SHA1').update(text).verify(publicKey, signature, 'base64');
}

/**
 * Returns true if the signed digest header matches the body: base64 of the hexadecimal digest, as in the
 * vendor's sample, or its digits in upper case, as in real pushes.
 */
export function contentMd5Matches(header: string | string[] | undefined, body: Uint8Array): boolean {
  const digest = createHash('md5').update(body).digest('hex');
  return header === Buffer.from(digest).toString('base64') || header === digest.toUpperCase();
}

const maxCertificateBytes = 16 * 1024;
const fetchTimeoutMs = 3_000;

/**
 * Fetches and caches signing certificates, from configured hosts and URLs only: the URL is part of the message, and a certificate
 * from any other place would let anyone sign.
 */
export class SmqCertificates {
  readonly #hosts: ReadonlySet<string>;
  readonly #urls: ReadonlySet<string>;
  readonly #keys = new Map<string, Promise<KeyObject>>();

  constructor(allowed: { hosts: string[]; urls: string[] }) {
    this.#hosts = new Set(allowed.hosts);
    this.#urls = new Set(allowed.urls);
  }

  /** Returns the public key at the header's base64 URL, or undefined for a URL that is not permitted. */
  async find(header: string | undefined): Promise<KeyObject | undefined> {
    const url = header === undefined ? undefined : Buffer.from(header, 'base64').toString('utf8');
    if (url === undefined || !this.#isAllowed(url)) return undefined;
    const known = this.#keys.get(url);
    if (known) return known;
    // Cached URLs are few, because only allowed ones are fetched; the limit still keeps the cache from growing.
    if (this.#keys.size >= 16) this.#keys.clear();
    const fetched = fetchCertificate(url);
    this.#keys.set(url, fetched);
    fetched.catch(() => this.#keys.delete(url));
    return fetched;
  }

  #isAllowed(url: string): boolean {
    if (this.#urls.has(url)) return true;
    if (!URL.canParse(url)) return false;
    const { protocol, host, username, password } = new URL(url);
    return protocol === 'https:' && this.#hosts.has(host) && username === '' && password === '';
  }
}

async function fetchCertificate(url: string): Promise<KeyObject> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeoutMs) });
  if (!response.ok) throw new Error(`the signing certificate answered ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length > maxCertificateBytes) throw new Error('the signing certificate is too large');
  return new X509Certificate(bytes).publicKey;
}
