import { createHash, randomBytes, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestHome } from './start-home.ts';

export interface PushedEvent {
  key: string;
  etag?: string;
  name?: string;
  bucket?: string;
}

interface PushOverrides {
  /** Form of Content-MD5: the vendor's sample and real pushes differ. */
  digest?: 'base64 of hex' | 'upper-case hex';
  messageId?: string;
  /** Values to send in place of the signed ones. */
  headers?: Record<string, string>;
  sentBody?: string;
  token?: string;
}

/**
 * Returns a function that pushes events with the signature of the home's own event service: the form is valid
 * for any content.
 */
export async function openSmqPusher(home: TestHome) {
  // The service creates its key on first use.
  await fetch(home.emulator.certificateUrl);
  const identity = join(home.places.dataDirectory, 'oss', 'event-identity.json');
  const { signingKey } = JSON.parse(await readFile(identity, 'utf8')) as { signingKey: string };
  return async (events: PushedEvent[] | string, overrides: PushOverrides = {}): Promise<Response> => {
    const body = typeof events === 'string' ? events : eventBody(events);
    const path = `/v1/events/oss/${overrides.token ?? home.secrets.eventToken}`;
    const hex = createHash('md5').update(body).digest('hex');
    const attributes: Record<string, string> = {
      'x-mns-message-id': overrides.messageId ?? randomBytes(16).toString('hex').toUpperCase(),
      'x-mns-signing-cert-url': Buffer.from(home.emulator.certificateUrl).toString('base64'),
      'x-mns-version': '2015-06-06',
    };
    const headers: Record<string, string> = {
      'content-md5':
        overrides.digest === 'upper-case hex' ? hex.toUpperCase() : Buffer.from(hex).toString('base64'),
      'content-type': 'text/plain;charset=utf-8',
      date: new Date().toUTCString(),
    };
    const text = [
      'POST',
      headers['content-md5'],
      headers['content-type'],
      headers.date,
      ...Object.entries(attributes).map(([name, value]) => `${name}:${value}`),
      path,
    ].join('\n');
    const authorization = sign('sha1', Buffer.from(text), signingKey).toString('base64');
    return fetch(`${home.url}${path}`, {
      method: 'POST',
      headers: { ...headers, ...attributes, authorization, ...overrides.headers },
      body: overrides.sentBody ?? body,
    });
  };
}

export function eventBody(events: PushedEvent[]): string {
  return JSON.stringify({
    events: events.map(({ key, etag = '00', name = 'ObjectCreated:PutObject', bucket = 'agent-home' }) => ({
      eventName: name,
      eventSource: 'acs:oss',
      eventTime: new Date().toISOString(),
      oss: { bucket: { name: bucket }, object: { key, eTag: etag, size: 1 } },
      region: 'cn-local',
    })),
  });
}
