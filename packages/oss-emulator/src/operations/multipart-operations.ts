import { wholeSeconds } from '../http/whole-seconds.ts';
import { renderXml, type XmlElement } from '../http/xml.ts';
import { assertOverwriteAllowed, describeFromHeaders } from './object-headers.ts';
import { type OssHandler, type OssRequest, requireKey } from './oss-request.ts';

export const xmlReply = (name: string, root: XmlElement, headers: Record<string, string> = {}) => ({
  status: 200,
  headers: { 'content-type': 'application/xml', ...headers },
  body: renderXml(name, root),
});
export const getUploadId = (request: OssRequest) => request.query.get('uploadId') ?? '';

export const initiateMultipartUpload: OssHandler = async (request, services) => {
  const key = requireKey(request);
  const description = describeFromHeaders(request);
  assertOverwriteAllowed(request, services.objects.index.get(key), services);
  const upload = await services.uploads.initiate({
    key,
    initiatedAt: wholeSeconds(request.now),
    description,
  });
  return xmlReply('InitiateMultipartUploadResult', {
    Bucket: services.bucketName,
    Key: key,
    UploadId: upload.id,
  });
};

export const abortMultipartUpload: OssHandler = async (request, services) => {
  await services.uploads.abort(getUploadId(request), requireKey(request));
  return { status: 204 };
};
