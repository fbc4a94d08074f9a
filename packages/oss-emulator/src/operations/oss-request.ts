import type { IncomingMessage } from 'node:http';
import type { Principal } from '../access/credential-directory.ts';
import type { Permission } from '../access/operation-rules.ts';
import type { EventSink } from '../events/event-sink.ts';
import { OssError } from '../http/oss-error.ts';
import type { SignedRequest } from '../http/signed-request.ts';
import type { BucketSettings } from '../storage/bucket-settings.ts';
import type { MultipartUploads } from '../storage/multipart-uploads.ts';
import type { ObjectFiles } from '../storage/object-files.ts';

/** Authenticated request, with permission for everything that is known before it runs. */
export interface OssRequest extends SignedRequest {
  id: string;
  incoming: IncomingMessage;
  principal: Principal;
  /** Time of the store's clock, in milliseconds. */
  now: number;
  sourceIp: string;
  /** Requires a permission that is known only while the request runs, such as that on a symlink's target. Throws `AccessDenied`. */
  require(permission: Permission): void;
}

export interface OssReply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer | StreamedBody;
}

export interface StreamedBody {
  length: number;
  chunks: AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** Services of the operations. */
export interface OssServices {
  bucketName: string;
  region: string;
  accountId: string;
  bucket: BucketSettings;
  objects: ObjectFiles;
  uploads: MultipartUploads;
  events: EventSink;
}

export type OssHandler = (request: OssRequest, services: OssServices) => Promise<OssReply>;

/** Returns the key of an object operation. */
export function requireKey(request: OssRequest): string {
  if (request.key === undefined) throw new OssError('InvalidObjectName');
  return request.key;
}
