import { accepted, arn, body, KEY, type ProxyTrick, path } from './trick.ts';

/** A condition that does not hold, and the name of the header or argument that makes MinIO believe it does. */
const CONDITIONS: [condition: Record<string, Record<string, unknown>>, name: string, value: string][] = [
  [{ DateLessThan: { 'aws:CurrentTime': '2020-01-01T00:00:00Z' } }, 'Currenttime', '2019-01-01T00:00:00Z'],
  [{ NumericLessThan: { 'aws:EpochTime': 1000 } }, 'Epochtime', '5'],
  [{ IpAddress: { 'aws:SourceIp': '203.0.113.0/24' } }, 'Sourceip', '203.0.113.7'],
  [{ Bool: { 'aws:SecureTransport': 'true' } }, 'Securetransport', 'true'],
  [{ StringEquals: { 'aws:username': 'admin' } }, 'Username', 'admin'],
  [{ StringEquals: { 'aws:userid': 'admin' } }, 'Userid', 'admin'],
  [{ StringEquals: { 'aws:principaltype': 'Account' } }, 'Principaltype', 'Account'],
  [{ StringEquals: { 'aws:groups': 'admins' } }, 'Groups', 'admins'],
  [{ StringEquals: { 's3:signatureversion': 'AWS' } }, 'Signatureversion', 'AWS'],
  [{ StringEquals: { 's3:authType': 'POST' } }, 'Authtype', 'POST'],
  [{ StringEquals: { 'jwt:email': 'root' } }, 'Email', 'root'],
];

export const conditions: ProxyTrick[] = CONDITIONS.flatMap(([condition, name, value]) => {
  const statement = {
    Effect: 'Allow',
    Action: ['s3:PutObject'],
    Resource: [arn(KEY)],
    Condition: condition,
  };
  const query = `${name}=${encodeURIComponent(value)}`;
  return [
    {
      name: `the condition ${name} by a header`,
      statement,
      request: { method: 'PUT', path, body, unsigned: { [name]: value } },
      worked: accepted,
    },
    {
      name: `the condition ${name} by an argument`,
      statement,
      request: { method: 'PUT', path: `${path}?${query}`, body },
      worked: accepted,
    },
  ];
});
