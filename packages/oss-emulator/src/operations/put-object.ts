import { wholeSeconds } from '../http/whole-seconds.ts';
import { announceChange } from './announce.ts';
import { assertOverwriteAllowed, assertUnconditional, describeFromHeaders } from './object-headers.ts';
import { type OssHandler, requireKey } from './oss-request.ts';
import { receiveUpload } from './request-body.ts';
import { crc64Header } from './response-headers.ts';

export const putObject: OssHandler = async (request, services) => {
  const key = requireKey(request);
  assertUnconditional(request);
  const description = describeFromHeaders(request);
  // Checked twice: here to reject early, and decisively under the lock.
  assertOverwriteAllowed(request, services.objects.index.get(key), services);

  const body = services.objects.pending();
  await receiveUpload(request.incoming, body);
  const md5 = body.md5();
  const record = await services.objects.put(key, body, (existing) => {
    assertOverwriteAllowed(request, existing, services);
    return {
      ...description,
      key,
      type: 'Normal',
      size: body.size,
      etag: md5.toString('hex').toUpperCase(),
      crc64: body.crc64,
      lastModified: wholeSeconds(request.now),
    };
  });
  announceChange(services, request, 'ObjectCreated:PutObject', record);
  return {
    status: 200,
    headers: {
      etag: `"${record.etag}"`,
      'content-md5': md5.toString('base64'),
      ...crc64Header(record.crc64),
    },
  };
};
