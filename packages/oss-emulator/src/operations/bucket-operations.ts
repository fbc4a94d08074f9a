import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { OssError } from '../http/oss-error.ts';
import { headerValue } from '../http/signed-request.ts';
import { parseXml, renderXml, type XmlElement } from '../http/xml.ts';
import { parseLifecycle, renderLifecycle } from '../storage/lifecycle-rules.ts';
import { parseOverwriteRules, renderOverwriteRules } from '../storage/overwrite-rules.ts';
import { ownerElement } from './list-objects.ts';
import type { OssHandler } from './oss-request.ts';
import { receiveCommand } from './request-body.ts';

const MAX_COMMAND_BYTES = 1024 * 1024;

const xmlReply = (name: string, root: XmlElement) => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: renderXml(name, root),
});

function refusePublicAcl(acl: string | undefined): void {
  if (acl === undefined || acl === 'private') return;
  if (acl !== 'public-read' && acl !== 'public-read-write') {
    throw new OssError('InvalidArgument', { message: 'Unknown x-oss-acl.' });
  }
  throw new OssError('AccessDenied', { message: 'Put public bucket acl is not allowed' });
}

/** Succeeds like OSS for a bucket that the caller already owns; the only bucket exists from the start. */
export const putBucket: OssHandler = async (request, services) => {
  refusePublicAcl(headerValue(request.headers, 'x-oss-acl'));
  return { status: 200, headers: { location: `/${services.bucketName}` } };
};

export const getBucketLocation: OssHandler = async (_request, services) => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n<LocationConstraint>oss-${services.region}</LocationConstraint>`,
});

export const getBucketAcl: OssHandler = async (_request, services) =>
  xmlReply('AccessControlPolicy', {
    Owner: ownerElement(services),
    AccessControlList: { Grant: 'private' },
  });

export const putBucketAcl: OssHandler = async (request) => {
  refusePublicAcl(headerValue(request.headers, 'x-oss-acl'));
  return { status: 200 };
};

export const getPublicAccessBlock: OssHandler = async (_request, { bucket }) =>
  xmlReply('PublicAccessBlockConfiguration', { BlockPublicAccess: bucket.blockPublicAccess });

const blockSchema = z.object({ BlockPublicAccess: z.enum(['true', 'false']) });

/** The emulator serves no anonymous request even without the block, so that a wrong grant is noticed. */
export const putPublicAccessBlock: OssHandler = async (request, services) => {
  const body = await receiveCommand(request.incoming, MAX_COMMAND_BYTES);
  const block = blockSchema.safeParse(parseXml(body, 'PublicAccessBlockConfiguration'));
  if (!block.success) throw new OssError('MalformedXML');
  await services.bucket.change({ blockPublicAccess: block.data.BlockPublicAccess === 'true' });
  return { status: 200 };
};

export const getBucketLifecycle: OssHandler = async (_request, services) => {
  if (services.bucket.lifecycle.length === 0) throw new OssError('NoSuchLifecycle');
  return xmlReply('LifecycleConfiguration', renderLifecycle(services.bucket.lifecycle));
};

export const putBucketLifecycle: OssHandler = async (request, services) => {
  const body = await receiveCommand(request.incoming, MAX_COMMAND_BYTES);
  await services.bucket.change({ lifecycle: parseLifecycle(body, randomUUID) });
  return { status: 200 };
};

export const deleteBucketLifecycle: OssHandler = async (_request, services) => {
  await services.bucket.change({ lifecycle: [] });
  return { status: 204 };
};

export const getBucketOverwriteConfig: OssHandler = async (_request, { bucket }) => {
  if (bucket.overwriteRules.length === 0) throw new OssError('NoSuchOverwriteConfig');
  return xmlReply('OverwriteConfiguration', renderOverwriteRules(bucket.overwriteRules));
};

export const putBucketOverwriteConfig: OssHandler = async (request, services) => {
  const body = await receiveCommand(request.incoming, MAX_COMMAND_BYTES);
  await services.bucket.change({ overwriteRules: parseOverwriteRules(body, randomUUID) });
  return { status: 200 };
};

export const deleteBucketOverwriteConfig: OssHandler = async (_request, services) => {
  await services.bucket.change({ overwriteRules: [] });
  return { status: 204 };
};
