import { type Logger, pino } from 'pino';

const secretNames = [
  'accessKeySecret',
  'access_key_secret',
  'securityToken',
  'security_token',
  'secretKey',
  'token',
  'password',
  'authorization',
  'signature',
];

/** Structured logs on stderr. Fields that could hold a secret are cut out wherever they stand. */
export function createLogger(level: string, component: string): Logger {
  return pino(
    {
      level,
      base: { component },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    pino.destination({ dest: 2, sync: false }),
  );
}
