import { OssError } from '../http/oss-error.ts';
import { encodeUriComponent } from '../http/uri-encoding.ts';
import { renderXml } from '../http/xml.ts';
import { compareUtf8 } from '../storage/utf8-order.ts';
import { type OssHandler, type OssRequest, requireKey } from './oss-request.ts';

function numberParameter(request: OssRequest, name: string, fallback: number, max: number): number {
  const text = request.query.get(name) ?? '';
  if (text === '') return fallback;
  const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= max)) throw new OssError('InvalidArgument', { message: `Argument ${name} is not valid.` });
  return value;
}

const createEncoder = (request: OssRequest) =>
  request.query.get('encoding-type') === 'url' ? encodeUriComponent : (text: string) => text;

export const listParts: OssHandler = async (request, services) => {
  const uploadId = request.query.get('uploadId') ?? '';
  const { upload, parts } = services.uploads.get(uploadId, requireKey(request));
  const marker = numberParameter(request, 'part-number-marker', 0, 10_000);
  const maxParts = numberParameter(request, 'max-parts', 1000, 1000);
  const behind = parts.filter((part) => part.number > marker);
  const page = behind.slice(0, maxParts);
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: renderXml('ListPartsResult', {
      Bucket: services.bucketName,
      Key: createEncoder(request)(upload.key),
      UploadId: upload.id,
      PartNumberMarker: marker,
      NextPartNumberMarker: page.at(-1)?.number ?? marker,
      MaxParts: maxParts,
      IsTruncated: behind.length > page.length,
      Part: page.map((part) => ({
        PartNumber: part.number,
        LastModified: new Date(part.lastModified).toISOString(),
        ETag: `"${part.etag}"`,
        Size: part.size,
        HashCrc64ecma: part.crc64,
      })),
    }),
  };
};

export const listMultipartUploads: OssHandler = async (request, services) => {
  if ((request.query.get('delimiter') ?? '') !== '') throw new OssError('NotImplemented');
  const encode = createEncoder(request);
  const prefix = request.query.get('prefix') ?? '';
  const keyMarker = request.query.get('key-marker') ?? '';
  const idMarker = request.query.get('upload-id-marker') ?? '';
  const maxUploads = numberParameter(request, 'max-uploads', 1000, 1000);
  const behind = services.uploads
    .all()
    .filter((upload) => upload.key.startsWith(prefix))
    .sort((left, right) => compareUtf8(left.key, right.key) || (left.id < right.id ? -1 : 1))
    .filter((upload) => {
      const order = compareUtf8(upload.key, keyMarker);
      return order > 0 || (order === 0 && idMarker !== '' && upload.id > idMarker);
    });
  const page = behind.slice(0, maxUploads);
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: renderXml('ListMultipartUploadsResult', {
      Bucket: services.bucketName,
      Prefix: encode(prefix),
      KeyMarker: encode(keyMarker),
      UploadIdMarker: idMarker,
      NextKeyMarker: encode(page.at(-1)?.key ?? ''),
      NextUploadIdMarker: page.at(-1)?.id ?? '',
      MaxUploads: maxUploads,
      IsTruncated: behind.length > page.length,
      Upload: page.map((upload) => ({
        Key: encode(upload.key),
        UploadId: upload.id,
        Initiated: new Date(upload.initiatedAt).toISOString(),
      })),
    }),
  };
};
