/** How long token services let a session live: no less and no longer, here as at Alibaba Cloud and MinIO. */
export const sessionSeconds = { least: 900, most: 3600 } as const;
