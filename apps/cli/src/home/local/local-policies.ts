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
 * Returns the policy of the role, the second barrier behind every session policy. Agents read the registry and write only where
 * agents may, so a faulty session policy cannot let one write a platform object.
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
