import { OssError } from '../http/oss-error.ts';
import { headerValue } from '../http/signed-request.ts';
import type { OpenedObject } from '../storage/object-files.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { selectByteRange } from './byte-range.ts';
import { assertSymlinkTarget, contentKey, NEEDS_RESTORING, openContent } from './object-content.ts';
import { type OssHandler, type OssReply, type OssRequest, requireKey } from './oss-request.ts';
import { type Conditions, holdsFor } from './preconditions.ts';
import { crc64Header, httpDate, objectResponseHeaders, overriddenHeaders } from './response-headers.ts';

function collectConditions(request: OssRequest): Conditions {
  return {
    ifMatch: headerValue(request.headers, 'if-match'),
    ifNoneMatch: headerValue(request.headers, 'if-none-match'),
    ifModifiedSince: headerValue(request.headers, 'if-modified-since'),
    ifUnmodifiedSince: headerValue(request.headers, 'if-unmodified-since'),
  };
}

function notModified(content: StoredObject): OssReply {
  return {
    status: 304,
    headers: { etag: `"${content.etag}"`, 'last-modified': httpDate(content.lastModified) },
  };
}

function replyWithBytes(request: OssRequest, named: StoredObject, content: OpenedObject): OssReply {
  const { record, reader } = content;
  if (!holdsFor(collectConditions(request), record)) return notModified(record);
  if (NEEDS_RESTORING.has(record.storageClass)) throw new OssError('InvalidObjectState');

  const standard = headerValue(request.headers, 'x-oss-range-behavior') === 'standard';
  const range = selectByteRange(headerValue(request.headers, 'range'), reader.size, standard);
  const start = range?.start ?? 0;
  const length = range === undefined ? reader.size : range.end - range.start + 1;
  const headers = { ...objectResponseHeaders(named, record), ...overriddenHeaders(request.query) };
  if (range !== undefined) headers['content-range'] = `bytes ${range.start}-${range.end}/${reader.size}`;
  return {
    status: range === undefined ? 200 : 206,
    headers,
    body: reader.bytes?.subarray(start, start + length) ?? {
      length,
      chunks: reader.chunks(start, length),
      close: reader.close,
    },
  };
}

export const getObject: OssHandler = async (request, services) => {
  const { named, content } = await openContent(request, services);
  let streaming = false;
  try {
    const reply = replyWithBytes(request, named, content);
    streaming = typeof reply.body === 'object' && 'chunks' in reply.body;
    return reply;
  } finally {
    if (!streaming) await content.reader.close();
  }
};

export const headObject: OssHandler = async (request, services) => {
  const named = services.objects.index.get(requireKey(request));
  if (named === undefined) throw new OssError('NoSuchKey');
  const content = assertSymlinkTarget(named, services.objects.index.get(contentKey(request, named)));
  if (!holdsFor(collectConditions(request), content)) return notModified(content);
  const headers = { ...objectResponseHeaders(named, content), 'content-length': String(content.size) };
  return { status: 200, headers };
};

export const getObjectMeta: OssHandler = async (request, services) => {
  const named = services.objects.index.get(requireKey(request));
  if (named === undefined) throw new OssError('NoSuchKey');
  return {
    status: 200,
    headers: {
      etag: `"${named.etag}"`,
      'content-length': String(named.size),
      'last-modified': httpDate(named.lastModified),
      ...crc64Header(named.crc64),
    },
  };
};
