/**
 * Permissions of the platform's user on its bucket, and so the most that any agent's session can have. No
 * tagging, no ACL, no versions, no notification: bootstrap does that as root.
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
