import { createHmac } from 'node:crypto';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { AlertFailure } from '@agent-home/http-contract';
import { AddressRefusedError, isPrivateLiteral, lookupPublic } from './public-addresses.ts';

/** Time for a whole delivery, name resolution included. */
const deliveryMs = 10_000;

interface Webhook {
  url: string;
  secret: string;
  /** Id for the receiver to detect a repeated delivery. */
  id: string;
  body: string;
  /** Seconds since 1970, for the receiver to refuse old deliveries. */
  seconds: number;
  /** True to permit addresses outside the public internet. */
  privateNetwork: boolean;
  timeoutMs?: number;
}

/** Returns the value of `agent-home-signature`: HMAC-SHA256 over the time, a point and the exact body. */
function signWebhook({ secret, seconds, body }: Pick<Webhook, 'secret' | 'seconds' | 'body'>): string {
  const hmac = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${hmac}`;
}

/**
 * Sends one signed POST. Follows no redirect and reads no body, because the response is the receiver's and may be endless.
 * @returns the reason of a failure; undefined for a response of 200 to 299
 */
export async function sendWebhook(webhook: Webhook): Promise<AlertFailure | undefined> {
  const url = new URL(webhook.url);
  if (!webhook.privateNetwork && isPrivateLiteral(url.hostname)) return 'address_refused';
  const send = url.protocol === 'https:' ? requestSecure : requestPlain;
  const signal = AbortSignal.timeout(webhook.timeoutMs ?? deliveryMs);
  return new Promise((resolve) => {
    const sent = send(
      url,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(webhook.body)),
          'user-agent': 'agent-home',
          'agent-home-alert': webhook.id,
          'agent-home-signature': signWebhook(webhook),
        },
        agent: false,
        signal,
        ...(webhook.privateNetwork ? {} : { lookup: lookupPublic }),
      },
      (response) => {
        const status = response.statusCode ?? 0;
        resolve(toFailure(status));
        // Closes the connection, however much of the body is left.
        response.on('error', () => undefined);
        sent.destroy();
      },
    );
    sent.on('error', (error) => {
      if (signal.aborted) resolve('timeout');
      else resolve(error instanceof AddressRefusedError ? 'address_refused' : 'unreachable');
    });
    sent.end(webhook.body);
  });
}

function toFailure(status: number): AlertFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  return status >= 300 && status < 400 ? 'redirected' : 'refused_by_receiver';
}
