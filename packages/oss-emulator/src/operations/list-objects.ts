import { OssError } from '../http/oss-error.ts';
import { encodeUriComponent } from '../http/uri-encoding.ts';
import { renderXml, type XmlElement } from '../http/xml.ts';
import { type KeyPage, pageOfKeys } from '../storage/list-page.ts';
import type { OssHandler, OssRequest, OssServices } from './oss-request.ts';

const DEFAULT_MAX_KEYS = 100;

function numberParameter(request: OssRequest, name: string, fallback: number): number {
  const text = request.query.get(name);
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > 1000) {
    throw new OssError('InvalidArgument', { message: `Argument ${name} must be an integer from 1 to 1000.` });
  }
  return value;
}

function textEncoder(request: OssRequest): (text: string) => string {
  const encoding = request.query.get('encoding-type') ?? '';
  if (encoding !== '' && encoding !== 'url') {
    throw new OssError('InvalidArgument', { message: 'Invalid Encoding Method specified in Request.' });
  }
  return encoding === 'url' ? encodeUriComponent : (text) => text;
}

function renderContents(
  page: KeyPage,
  encode: (text: string) => string,
  owner: XmlElement | undefined,
): XmlElement {
  return {
    Contents: page.objects.map((record) => ({
      Key: encode(record.key),
      LastModified: new Date(record.lastModified).toISOString(),
      ETag: `"${record.etag}"`,
      Type: record.type,
      Size: record.size,
      StorageClass: record.storageClass,
      Owner: owner,
    })),
    CommonPrefixes: page.commonPrefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  };
}

export const ownerElement = (services: OssServices): XmlElement => ({
  ID: services.accountId,
  DisplayName: services.accountId,
});

const xmlReply = (body: string) => ({ status: 200, headers: { 'content-type': 'application/xml' }, body });

/** Lists objects in version 1 or, with `list-type=2`, version 2. */
export const listObjects: OssHandler = async (request, services) => {
  const parameter = (name: string) => request.query.get(name) ?? '';
  const encode = textEncoder(request);
  const prefix = parameter('prefix');
  const delimiter = parameter('delimiter');
  const maxKeys = numberParameter(request, 'max-keys', DEFAULT_MAX_KEYS);
  const list = (after: string) => pageOfKeys(services.objects.index, { prefix, delimiter, after, maxKeys });
  const shared = {
    Name: services.bucketName,
    Prefix: encode(prefix),
    MaxKeys: maxKeys,
    Delimiter: encode(delimiter),
    EncodingType: parameter('encoding-type') === '' ? undefined : 'url',
  };

  if (parameter('list-type') === '2') {
    const token = parameter('continuation-token');
    const after = token === '' ? parameter('start-after') : decodeContinuation(token);
    const page = list(after);
    return xmlReply(
      renderXml('ListBucketResult', {
        ...shared,
        StartAfter: parameter('start-after') === '' ? undefined : encode(parameter('start-after')),
        ContinuationToken: token === '' ? undefined : token,
        NextContinuationToken: page.next === undefined ? undefined : encodeContinuation(page.next),
        IsTruncated: page.next !== undefined,
        KeyCount: page.objects.length + page.commonPrefixes.length,
        ...renderContents(
          page,
          encode,
          parameter('fetch-owner') === 'true' ? ownerElement(services) : undefined,
        ),
      }),
    );
  }

  const page = list(parameter('marker'));
  return xmlReply(
    renderXml('ListBucketResult', {
      ...shared,
      Marker: encode(parameter('marker')),
      NextMarker: page.next === undefined ? undefined : encode(page.next),
      IsTruncated: page.next !== undefined,
      ...renderContents(page, encode, ownerElement(services)),
    }),
  );
};

const encodeContinuation = (after: string) => Buffer.from(after).toString('base64');

function decodeContinuation(token: string): string {
  const after = Buffer.from(token, 'base64').toString('utf8');
  if (encodeContinuation(after) !== token) {
    throw new OssError('InvalidArgument', { message: 'The continuation token is not valid.' });
  }
  return after;
}
