import { isUnsetConfiguration, type UnsetConfiguration } from '../access/unset-configurations.ts';
import { OssError } from '../http/oss-error.ts';
import type { OssErrorCode } from '../http/oss-error-kinds.ts';
import { renderXml, type XmlElement } from '../http/xml.ts';
import type { OssHandler, OssServices } from './oss-request.ts';

type Document = (services: OssServices) => [root: string, children: XmlElement];

/** Responses of OSS for an unchanged bucket: its defaults, or a specific 404. */
const ANSWERS: Record<UnsetConfiguration, OssErrorCode | Document> = {
  accessmonitor: () => ['AccessMonitorConfiguration', { Status: 'Disabled' }],
  bucketArchiveDirectRead: () => ['ArchiveDirectReadConfiguration', { Enabled: false }],
  cname: ({ bucketName, accountId }) => ['ListCnameResult', { Bucket: bucketName, Owner: accountId }],
  cors: 'NoSuchCORSConfiguration',
  encryption: 'NoSuchServerSideEncryptionRule',
  httpsConfig: 'NoSuchHttpsConfig',
  inventory: 'NoSuchInventory',
  logging: () => ['BucketLoggingStatus', {}],
  policy: 'NoSuchBucketPolicy',
  policyStatus: () => ['PolicyStatus', { IsPublic: false }],
  referer: () => ['RefererConfiguration', { AllowEmptyReferer: true, RefererList: {} }],
  replication: 'NoSuchReplicationConfiguration',
  requestPayment: () => ['RequestPaymentConfiguration', { Payer: 'BucketOwner' }],
  resourceGroup: () => ['BucketResourceGroupConfiguration', { ResourceGroupId: 'rg-default' }],
  tagging: () => ['Tagging', { TagSet: {} }],
  transferAcceleration: 'NoSuchTransferAccelerationConfiguration',
  versioning: () => ['VersioningConfiguration', {}],
  website: 'NoSuchWebsiteConfiguration',
  worm: 'NoSuchWORMConfiguration',
};

export const getUnsetConfiguration: OssHandler = async (request, services) => {
  const name = [...request.query.keys()].find(isUnsetConfiguration);
  if (name === undefined) throw new OssError('NotImplemented');
  const answer = ANSWERS[name];
  if (typeof answer === 'string') throw new OssError(answer);
  return {
    status: 200,
    headers: { 'content-type': 'application/xml' },
    body: renderXml(...answer(services)),
  };
};
