import type { ObjectEvent } from '../events/event-sink.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import type { OssRequest, OssServices } from './oss-request.ts';

/** Notifies subscribers of a change that is on disk. */
export function announceChange(
  services: OssServices,
  request: OssRequest,
  name: ObjectEvent['name'],
  record: StoredObject,
): void {
  services.events.publish({
    name,
    key: record.key,
    etag: record.etag,
    size: record.size,
    time: request.now,
    requestId: request.id,
    sourceIp: request.sourceIp,
    principal: request.principal.label,
  });
}
