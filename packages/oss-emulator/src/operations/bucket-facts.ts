import { headerValue } from '../http/signed-request.ts';
import { wholeSeconds } from '../http/whole-seconds.ts';
import { renderXml, type XmlElement } from '../http/xml.ts';
import type { StoredObject } from '../storage/stored-object.ts';
import { ownerElement } from './list-objects.ts';
import type { OssHandler, OssRequest, OssServices } from './oss-request.ts';

const xmlReply = (name: string, root: XmlElement) => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: renderXml(name, root),
});

/** Returns the address at which this client reaches the store, because it continues with the reported endpoint. */
function getEndpoint(request: OssRequest, { bucketName }: OssServices): string {
  const host = headerValue(request.headers, 'host') ?? 'localhost';
  return host.startsWith(`${bucketName}.`) ? host.slice(bucketName.length + 1) : host;
}

function bucketElement(request: OssRequest, services: OssServices): XmlElement {
  const endpoint = getEndpoint(request, services);
  return {
    Name: services.bucketName,
    CreationDate: new Date(wholeSeconds(services.bucket.createdAt)).toISOString(),
    Location: `oss-${services.region}`,
    ExtranetEndpoint: endpoint,
    IntranetEndpoint: endpoint,
    StorageClass: 'Standard',
  };
}

export const listBuckets: OssHandler = async (request, services) =>
  xmlReply('ListAllMyBucketsResult', {
    Owner: ownerElement(services),
    IsTruncated: false,
    Buckets: { Bucket: { ...bucketElement(request, services), Region: services.region } },
  });

export const getBucketInfo: OssHandler = async (request, services) =>
  xmlReply('BucketInfo', {
    Bucket: {
      ...bucketElement(request, services),
      DataRedundancyType: 'LRS',
      AccessMonitor: 'Disabled',
      TransferAcceleration: 'Disabled',
      CrossRegionReplication: 'Disabled',
      ResourceGroupId: 'rg-default',
      Owner: ownerElement(services),
      AccessControlList: { Grant: 'private' },
      ServerSideEncryptionRule: { SSEAlgorithm: 'None' },
      BucketPolicy: { LogBucket: '', LogPrefix: '' },
      BlockPublicAccess: services.bucket.blockPublicAccess,
    },
  });

/** OSS counts about once an hour; the emulator counts on request. */
export const getBucketStat: OssHandler = async (_request, services) => {
  const counts = new Map<string, { bytes: number; objects: number }>();
  let lastModified = services.bucket.createdAt;
  for (const { storageClass, size, lastModified: changed } of services.objects.index.all()) {
    const { bytes, objects } = counts.get(storageClass) ?? { bytes: 0, objects: 0 };
    counts.set(storageClass, { bytes: bytes + size, objects: objects + 1 });
    lastModified = Math.max(lastModified, changed);
  }
  const all = [...counts.values()];
  const of = (storageClass: StoredObject['storageClass']) =>
    counts.get(storageClass) ?? { bytes: 0, objects: 0 };
  const rarelyUsed = (name: string, storageClass: string): XmlElement => ({
    [`${name}Storage`]: of(storageClass).bytes,
    [`${name}RealStorage`]: of(storageClass).bytes,
    [`${name}ObjectCount`]: of(storageClass).objects,
  });
  return xmlReply('BucketStat', {
    Storage: all.reduce((sum, { bytes }) => sum + bytes, 0),
    ObjectCount: all.reduce((sum, { objects }) => sum + objects, 0),
    MultipartUploadCount: services.uploads.all().length,
    LiveChannelCount: 0,
    LastModifiedTime: Math.floor(lastModified / 1000),
    StandardStorage: of('Standard').bytes,
    StandardObjectCount: of('Standard').objects,
    ...rarelyUsed('InfrequentAccess', 'IA'),
    ...rarelyUsed('Archive', 'Archive'),
    ...rarelyUsed('ColdArchive', 'ColdArchive'),
    ...rarelyUsed('DeepColdArchive', 'DeepColdArchive'),
  });
};
