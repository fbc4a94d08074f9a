/** RAM policies of a home: what the platform's user may do, and the most any agent ever may. */

/** The platform owns the bucket's content and may create sessions of the agents' role, but has no other rights. */
export function platformUserPolicy(bucket: string, roleArn: string): string {
  return JSON.stringify({
    Version: '1',
    Statement: [
      { Effect: 'Allow', Action: ['oss:*'], Resource: [`acs:oss:*:*:${bucket}`, `acs:oss:*:*:${bucket}/*`] },
      { Effect: 'Allow', Action: ['sts:AssumeRole'], Resource: [roleArn] },
    ],
  });
}

/**
 * The second wall behind every session policy: agents read the registry and write where agents write, and no
 * mistake in a session policy can make one write a platform object.
 */
export function agentRolePolicy(bucket: string): string {
  const objects = (...patterns: string[]) => patterns.map((pattern) => `acs:oss:*:*:${bucket}/${pattern}`);
  return JSON.stringify({
    Version: '1',
    Statement: [
      { Effect: 'Allow', Action: ['oss:GetObject'], Resource: objects('*') },
      { Effect: 'Allow', Action: ['oss:ListObjects'], Resource: [`acs:oss:*:*:${bucket}`] },
      {
        Effect: 'Allow',
        Action: ['oss:PutObject'],
        Resource: objects(
          'agents/heartbeats/*',
          'topics/*/messages/*',
          'topics/*/requests/*',
          'circles/*/join_requests/*',
          'circles/*/join_approvals/*',
          'tasks/*/agents/*',
        ),
      },
    ],
  });
}
