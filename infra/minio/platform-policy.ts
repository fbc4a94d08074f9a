/**
 * Permissions of the platform's user on its bucket, and so the maximum of any agent's session. They include no tagging, ACL,
 * versions or notification, because bootstrap does that as root.
 */
export function platformPolicy(bucket: string): object {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Action: ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'],
        Resource: [`arn:aws:s3:::${bucket}/*`],
      },
      {
        Effect: 'Allow',
        Action: ['s3:ListBucket', 's3:GetLifecycleConfiguration', 's3:PutLifecycleConfiguration'],
        Resource: [`arn:aws:s3:::${bucket}`],
      },
    ],
  };
}
