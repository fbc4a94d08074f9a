/**
 * Query parameters that choose or change an operation. V1 signs exactly these; nothing outside this set may
 * influence which operation runs, or a relayed V1 request could be turned into another one.
 */
export const SUBRESOURCES: ReadonlySet<string> = new Set(
  `acl append asyncFetch bucketInfo callback callback-var cname comp continuation-token cors delete encryption
  endTime img inventory inventoryId lifecycle live location logging metaQuery objectMeta objectWorm overwriteConfig partNumber
  policy policyStatus position publicAccessBlock qos referer regionList replication replicationLocation
  replicationProgress requestPayment requesterQosInfo resourceGroup response-cache-control
  response-content-disposition response-content-encoding response-content-language response-content-type
  response-expires restore rtc security-token sequential startTime stat status style styleName symlink tagging
  transferAcceleration udf uploadId uploads versionId versioning versions vod website withHashContext worm
  wormExtend wormId x-oss-ac-forward-allow x-oss-ac-source-ip x-oss-ac-subnet-mask x-oss-ac-vpc-id
  x-oss-async-process x-oss-enable-md5 x-oss-enable-sha1 x-oss-enable-sha256 x-oss-hash-ctx x-oss-md5-ctx
  x-oss-process x-oss-request-payer x-oss-traffic-limit accessPoint accessPointPolicy bucketArchiveDirectRead
  cleanRestoredObject cloudboxes dataPipeline httpsConfig legalHold metadataConfiguration metadataInventoryTable
  metadataJournalTable qosInfo quota redundancyTransition retention seal userDefinedLogFieldsConfig
  x-oss-redundancy-transition-taskid x-oss-target-redundancy-type x-oss-write-get-object-response`.split(
    /\s+/,
  ),
);

/** Subresources that choose an operation too, but that no client of the vendor signs with V1. They only permit reading. */
export const CHOOSING_UNSIGNED: ReadonlySet<string> = new Set(['accessmonitor']);
