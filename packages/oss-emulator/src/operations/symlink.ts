import { createHash } from 'node:crypto';
import { OssError } from '../http/oss-error.ts';
import { assertKeyOfOss } from '../http/request-target.ts';
import { headerValue } from '../http/signed-request.ts';
import { encodeUriPath } from '../http/uri-encoding.ts';
import { wholeSeconds } from '../http/whole-seconds.ts';
import { announceChange } from './announce.ts';
import { assertOverwriteAllowed, decodeSymlinkTarget, describeFromHeaders } from './object-headers.ts';
import { type OssHandler, requireKey } from './oss-request.ts';
import { httpDate } from './response-headers.ts';

/** The target need not exist, and the writer needs no right on it: as in the real service. */
export const putSymlink: OssHandler = async (request, services) => {
  const key = requireKey(request);
  const target = decodeSymlinkTarget(headerValue(request.headers, 'x-oss-symlink-target'));
  assertKeyOfOss(target);
  const description = describeFromHeaders(request);
  const record = await services.objects.put(key, services.objects.pending(), (existing) => {
    assertOverwriteAllowed(request, existing, services);
    return {
      ...description,
      key,
      type: 'Symlink',
      size: 0,
      etag: createHash('md5').update(target).digest('hex').toUpperCase(),
      lastModified: wholeSeconds(request.now),
      symlinkTarget: target,
    };
  });
  announceChange(services, request, 'ObjectCreated:PutSymlink', record);
  return { status: 200, headers: { etag: `"${record.etag}"` } };
};

export const getSymlink: OssHandler = async (request, services) => {
  const record = services.objects.index.get(requireKey(request));
  if (record === undefined) throw new OssError('NoSuchKey');
  if (record.symlinkTarget === undefined) {
    throw new OssError('InvalidArgument', { message: 'The object is not a symbolic link.' });
  }
  return {
    status: 200,
    headers: {
      'x-oss-symlink-target': encodeUriPath(record.symlinkTarget),
      etag: `"${record.etag}"`,
      'last-modified': httpDate(record.lastModified),
    },
  };
};
