/** Limits of a session's duration at token services, as at Alibaba Cloud and MinIO. */
export const sessionSeconds = { least: 900, most: 3600 } as const;
