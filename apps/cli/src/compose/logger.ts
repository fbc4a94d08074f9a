import { traceFields } from '@agent-home/platform';
import { type DestinationStream, type Logger, pino } from 'pino';

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

const maxMessage = 600;

/** What helps to find a failure, and nothing a driver hangs on to its errors: clients, queries, buffers. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error).slice(0, maxMessage) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message.slice(0, maxMessage),
    ...(typeof code === 'string' ? { code } : {}),
    stack: error.stack?.split('\n').slice(1, 8).join('\n'),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Structured logs, on stderr by default. Fields that could hold a secret are cut out wherever they stand. */
export function createLogger(
  level: string,
  component: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  return pino(
    {
      level,
      base: { component },
      mixin: traceFields,
      serializers: { err: describeError },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination,
  );
}
