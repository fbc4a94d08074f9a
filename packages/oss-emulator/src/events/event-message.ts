import type { ObjectEvent } from './event-sink.ts';

/** Renders the JSON text of one event, as in the vendor's notifications. */
export function renderEventBody(
  event: ObjectEvent,
  bucket: { name: string; region: string; accountId: string },
): string {
  return JSON.stringify({
    events: [
      {
        eventName: event.name,
        eventSource: 'acs:oss',
        eventTime: new Date(event.time).toISOString(),
        eventVersion: '1.0',
        oss: {
          bucket: {
            arn: `acs:oss:${bucket.region}:${bucket.accountId}:${bucket.name}`,
            name: bucket.name,
            ownerIdentity: bucket.accountId,
          },
          object: { key: event.key, eTag: event.etag, size: event.size, deltaSize: event.size },
          ossSchemaVersion: '1.0',
        },
        region: bucket.region,
        requestParameters: { sourceIPAddress: event.sourceIp },
        responseElements: { requestId: event.requestId },
        userIdentity: { principalId: event.principal },
      },
    ],
  });
}
