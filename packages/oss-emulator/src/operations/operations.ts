import type { OperationName } from '../access/operation-rules.ts';
import { appendObject } from './append-object.ts';
import { getBucketInfo, getBucketStat, listBuckets } from './bucket-facts.ts';
import {
  deleteBucketLifecycle,
  deleteBucketOverwriteConfig,
  getBucketAcl,
  getBucketLifecycle,
  getBucketLocation,
  getBucketOverwriteConfig,
  getPublicAccessBlock,
  putBucket,
  putBucketAcl,
  putBucketLifecycle,
  putBucketOverwriteConfig,
  putPublicAccessBlock,
} from './bucket-operations.ts';
import { completeMultipartUpload } from './complete-multipart.ts';
import { copyObject } from './copy-object.ts';
import { deleteMultipleObjects, deleteObject } from './delete-objects.ts';
import { getObject, getObjectMeta, headObject } from './get-object.ts';
import { listObjects } from './list-objects.ts';
import { listMultipartUploads, listParts } from './multipart-listings.ts';
import { abortMultipartUpload, initiateMultipartUpload } from './multipart-operations.ts';
import {
  deleteObjectTagging,
  getObjectAcl,
  getObjectTagging,
  putObjectAcl,
  putObjectTagging,
} from './object-settings.ts';
import type { OssHandler } from './oss-request.ts';
import { putObject } from './put-object.ts';
import { getSymlink, putSymlink } from './symlink.ts';
import { getUnsetConfiguration } from './unset-configurations.ts';
import { uploadPart, uploadPartCopy } from './upload-parts.ts';

export const operations: Record<OperationName, OssHandler> = {
  ListBuckets: listBuckets,
  ListObjects: listObjects,
  PutBucket: putBucket,
  GetBucketAcl: getBucketAcl,
  PutBucketAcl: putBucketAcl,
  GetBucketInfo: getBucketInfo,
  GetBucketStat: getBucketStat,
  GetUnsetConfiguration: getUnsetConfiguration,
  GetBucketLocation: getBucketLocation,
  GetBucketLifecycle: getBucketLifecycle,
  PutBucketLifecycle: putBucketLifecycle,
  DeleteBucketLifecycle: deleteBucketLifecycle,
  GetBucketPublicAccessBlock: getPublicAccessBlock,
  PutBucketPublicAccessBlock: putPublicAccessBlock,
  GetBucketOverwriteConfig: getBucketOverwriteConfig,
  PutBucketOverwriteConfig: putBucketOverwriteConfig,
  DeleteBucketOverwriteConfig: deleteBucketOverwriteConfig,
  ListMultipartUploads: listMultipartUploads,
  DeleteMultipleObjects: deleteMultipleObjects,
  GetObject: getObject,
  HeadObject: headObject,
  GetObjectMeta: getObjectMeta,
  PutObject: putObject,
  CopyObject: copyObject,
  DeleteObject: deleteObject,
  AppendObject: appendObject,
  PutSymlink: putSymlink,
  GetSymlink: getSymlink,
  GetObjectAcl: getObjectAcl,
  PutObjectAcl: putObjectAcl,
  GetObjectTagging: getObjectTagging,
  PutObjectTagging: putObjectTagging,
  DeleteObjectTagging: deleteObjectTagging,
  InitiateMultipartUpload: initiateMultipartUpload,
  UploadPart: uploadPart,
  UploadPartCopy: uploadPartCopy,
  CompleteMultipartUpload: completeMultipartUpload,
  ListParts: listParts,
  AbortMultipartUpload: abortMultipartUpload,
};
