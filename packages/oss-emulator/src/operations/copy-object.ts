import { parseCopySource } from '../http/copy-source.ts';
import { OssError } from '../http/oss-error.ts';
import { headerValue } from '../http/signed-request.ts';
import { wholeSeconds } from '../http/whole-seconds.ts';
import { renderXml } from '../http/xml.ts';
import type { OpenedObject } from '../storage/object-files.ts';
import { announceChange } from './announce.ts';
import {
  assertOverwriteAllowed,
  assertUnconditional,
  describeFromHeaders,
  type ObjectDescription,
} from './object-headers.ts';
import { type OssHandler, type OssRequest, type OssServices, requireKey } from './oss-request.ts';
import { holdsFor } from './preconditions.ts';
import { crc64Header } from './response-headers.ts';

/** Opens the object that `x-oss-copy-source` names, if its `x-oss-copy-source-if-*` conditions hold. */
export async function openCopySource(
  request: OssRequest,
  services: OssServices,
): Promise<OpenedObject | 'not_modified'> {
  const { key } = parseCopySource(headerValue(request.headers, 'x-oss-copy-source') ?? '');
  const source = await services.objects.read(key);
  if (source === undefined) throw new OssError('NoSuchKey');
  const condition = (name: string) => headerValue(request.headers, `x-oss-copy-source-if-${name}`);
  try {
    const holds = holdsFor(
      {
        ifMatch: condition('match'),
        ifNoneMatch: condition('none-match'),
        ifModifiedSince: condition('modified-since'),
        ifUnmodifiedSince: condition('unmodified-since'),
      },
      source.record,
    );
    if (holds) return source;
  } catch (error) {
    await source.reader.close();
    throw error;
  }
  await source.reader.close();
  return 'not_modified';
}

/** Metadata of the copy: the source's, or with directive REPLACE that of this request. */
function describeCopy(request: OssRequest, source: OpenedObject): ObjectDescription {
  const own = describeFromHeaders(request);
  const directive = (name: string) => headerValue(request.headers, name)?.toUpperCase() ?? 'COPY';
  return {
    headers: directive('x-oss-metadata-directive') === 'REPLACE' ? own.headers : source.record.headers,
    tags: directive('x-oss-tagging-directive') === 'REPLACE' ? own.tags : source.record.tags,
    storageClass: own.storageClass,
    acl: own.acl,
  };
}

/** Copies an object. A symlink is copied as a link, without its target. */
export const copyObject: OssHandler = async (request, services) => {
  const key = requireKey(request);
  assertUnconditional(request);
  const source = await openCopySource(request, services);
  if (source === 'not_modified') return { status: 304 };
  const body = services.objects.pending();
  let description: ObjectDescription;
  try {
    description = describeCopy(request, source);
    for await (const chunk of source.reader.chunks(0, source.reader.size)) await body.write(chunk);
  } catch (error) {
    await body.discard();
    throw error;
  } finally {
    await source.reader.close();
  }
  const symlinkTarget = source.record.symlinkTarget;
  const md5 = body.md5().toString('hex').toUpperCase();
  const record = await services.objects.put(key, body, (existing) => {
    assertOverwriteAllowed(request, existing, services);
    return {
      ...description,
      ...(symlinkTarget === undefined ? {} : { symlinkTarget }),
      key,
      type: symlinkTarget === undefined ? 'Normal' : 'Symlink',
      size: body.size,
      etag: symlinkTarget === undefined ? md5 : source.record.etag,
      lastModified: wholeSeconds(request.now),
      ...(symlinkTarget === undefined ? { crc64: body.crc64 } : {}),
    };
  });
  announceChange(services, request, 'ObjectCreated:CopyObject', record);
  return {
    status: 200,
    headers: {
      'content-type': 'application/xml',
      etag: `"${record.etag}"`,
      ...crc64Header(record.crc64),
    },
    body: renderXml('CopyObjectResult', {
      LastModified: new Date(record.lastModified).toISOString(),
      ETag: `"${record.etag}"`,
    }),
  };
};
