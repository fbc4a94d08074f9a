export interface ErrorKind {
  status: number;
  message: string;
  /** The vendor's finer code, if it is publicly known. */
  ec?: string;
}

export const KINDS = {
  AccessDenied: {
    status: 403,
    message: 'You have no right to access this object because of bucket acl.',
    ec: '0003-00000001',
  },
  AuthorizationQueryParametersError: { status: 400, message: 'The signed URL parameters are not valid.' },
  EntityTooLarge: {
    status: 400,
    message: 'Your proposed upload exceeds the maximum allowed object size.',
  },
  EntityTooSmall: {
    status: 400,
    message: 'Your proposed upload is smaller than the minimum allowed object size.',
  },
  FileAlreadyExists: {
    status: 409,
    message: 'The object you specified already exists and can not be overwritten.',
    ec: '0026-00000002',
  },
  IncompleteBody: { status: 400, message: 'The body ended before its declared length.' },
  InternalError: { status: 500, message: 'We encountered an internal error. Please try again.' },
  InvalidAccessKeyId: {
    status: 403,
    message: 'The OSS Access Key Id you provided does not exist in our records.',
    ec: '0002-00000902',
  },
  InvalidArgument: { status: 400, message: 'An argument is not valid.' },
  InvalidBucketName: { status: 400, message: 'The specified bucket is not valid.' },
  InvalidDigest: { status: 400, message: 'The Content-MD5 you specified was invalid.' },
  InvalidObjectName: { status: 400, message: 'The specified object is not valid.' },
  InvalidObjectState: { status: 403, message: "The operation is not valid for the object's state" },
  InvalidPart: {
    status: 400,
    message: "One or more parts could not be found, or the part's entity tag did not match.",
  },
  InvalidPartOrder: { status: 400, message: 'The list of parts was not in ascending order.' },
  InvalidRange: { status: 416, message: 'The requested range cannot be satisfied.' },
  InvalidSecurityToken: { status: 403, message: 'The security token you provided is invalid.' },
  InvalidTargetType: { status: 400, message: 'The target of a symbolic link must not be a symbolic link.' },
  InvalidURI: { status: 400, message: "Couldn't parse the specified URI." },
  MalformedXML: { status: 400, message: 'The XML you provided was not well-formed or not valid.' },
  MethodNotAllowed: { status: 405, message: 'The specified method is not allowed against this resource.' },
  MissingArgument: { status: 400, message: 'A required argument is missing.' },
  MissingContentLength: { status: 411, message: 'You must provide the Content-Length HTTP header.' },
  NoSuchBucket: { status: 404, message: 'The specified bucket does not exist.', ec: '0015-00000101' },
  NoSuchBucketPolicy: { status: 404, message: 'The bucket policy does not exist.' },
  NoSuchCORSConfiguration: {
    status: 404,
    message: 'The CORS Configuration does not exist.',
    ec: '0034-00000001',
  },
  NoSuchHttpsConfig: { status: 404, message: 'The bucket has no HTTPS configuration.' },
  NoSuchInventory: { status: 404, message: 'The bucket has no inventory configuration.' },
  NoSuchKey: { status: 404, message: 'The specified key does not exist.', ec: '0026-00000001' },
  NoSuchLifecycle: { status: 404, message: 'No Row found in Lifecycle Table.' },
  NoSuchOverwriteConfig: { status: 404, message: 'The bucket has no overwrite configuration.' },
  NoSuchUpload: {
    status: 404,
    message: 'The specified upload does not exist. The upload ID may be invalid, aborted or completed.',
  },
  NoSuchReplicationConfiguration: {
    status: 404,
    message: 'The bucket you specified does not have replication configuration.',
  },
  NoSuchServerSideEncryptionRule: {
    status: 404,
    message: 'The server side encryption configuration was not found.',
  },
  NoSuchTransferAccelerationConfiguration: {
    status: 404,
    message: 'Transfer acceleration is not configured for the bucket.',
  },
  NoSuchWORMConfiguration: { status: 404, message: 'The bucket has no WORM configuration.' },
  NoSuchWebsiteConfiguration: {
    status: 404,
    message: 'The specified bucket does not have a website configuration.',
  },
  NotImplemented: { status: 501, message: 'A header or operation you asked for is not implemented.' },
  ObjectNotAppendable: { status: 409, message: 'The object is not appendable.' },
  PositionNotEqualToLength: { status: 409, message: 'Position is not equal to file length.' },
  PreconditionFailed: { status: 412, message: 'At least one of the pre-conditions did not hold.' },
  QpsLimitExceeded: { status: 503, message: 'The requests per second exceed the limit.' },
  RequestTimeTooSkewed: {
    status: 403,
    message: 'The difference between the request time and the current time is too large.',
    ec: '0002-00000504',
  },
  SecurityTokenNotSupported: { status: 400, message: 'This access key does not take a security token.' },
  SignatureDoesNotMatch: {
    status: 403,
    message:
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
  },
  SymlinkTargetNotExist: { status: 404, message: 'The target of the symbolic link does not exist.' },
} satisfies Record<string, ErrorKind>;

export type OssErrorCode = keyof typeof KINDS;
