import { describeError, messageOf, traceFields } from '@agent-home/platform';
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

/**
 * Structured logs, on stderr by default. Fields that could hold a secret are cut out wherever they stand, and errors,
 * under whatever name and however they are handed over, say only what `describeError` does.
 */
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
      formatters: { log: describeErrors },
      hooks: {
        logMethod(given, log) {
          log.apply(this, withoutErrors(given) as typeof given);
        },
      },
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination,
  );
}

/** `err` has its serializer, which is also asked for what a logger says in every line. */
function describeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const errors = Object.entries(fields).filter(([name, value]) => name !== 'err' && value instanceof Error);
  if (errors.length === 0) return fields;
  return { ...fields, ...Object.fromEntries(errors.map(([name, error]) => [name, describeError(error)])) };
}

/** The library takes an error's own message where no other is given, and errors into a message as they are. */
function withoutErrors([first, message, ...more]: unknown[]): unknown[] {
  const error = first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
  const plain = (value: unknown) => (value instanceof Error ? messageOf(value) : value);
  const rest = more.map(plain);
  if (!(error instanceof Error)) return message === undefined ? [first] : [first, plain(message), ...rest];
  const fields = first instanceof Error ? { err: first } : first;
  const isItsOwn = message === undefined || message === error.message;
  return [fields, isItsOwn ? messageOf(error) : plain(message), ...rest];
}
