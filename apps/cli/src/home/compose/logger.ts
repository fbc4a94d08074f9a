import { describeError, toMessage, traceFields } from '@agent-home/platform';
import { type DestinationStream, type Logger, pino } from 'pino';
import { OutageLines } from './outage-lines.ts';

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
 * Creates a structured logger, on stderr by default. Fields that could hold a secret are removed at any depth, and errors are
 * logged only through `describeError`. Errors of one outage are logged once in 30 seconds, with the number of those suppressed.
 */
export function createLogger(
  level: string,
  component: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: false }),
): Logger {
  const outages = new OutageLines(() => performance.now());
  return pino(
    {
      level,
      base: { component },
      mixin: traceFields,
      serializers: { err: describeError },
      formatters: { log: describeErrors },
      hooks: {
        logMethod(given, log) {
          const leftOut = outages.leftOutBefore(errorIn(given));
          if (leftOut === undefined) return;
          const [first, ...rest] = withoutErrors(given);
          const fields = leftOut === 0 ? first : { ...(first as object), left_out: leftOut };
          log.apply(this, [fields, ...rest] as typeof given);
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

/** `err` has its own serializer, which is also called for members that a logger adds to every line. */
function describeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const errors = Object.entries(fields).filter(([name, value]) => name !== 'err' && value instanceof Error);
  if (errors.length === 0) return fields;
  return { ...fields, ...Object.fromEntries(errors.map(([name, error]) => [name, describeError(error)])) };
}

function errorIn([first]: unknown[]): unknown {
  return first instanceof Error ? first : (first as { err?: unknown } | null)?.err;
}

/**
 * Removes errors from log arguments: the library uses an error's own message if there is no other, and formats errors into a
 * message unchanged.
 */
function withoutErrors([first, message, ...more]: unknown[]): unknown[] {
  const error = errorIn([first]);
  const plain = (value: unknown) => (value instanceof Error ? toMessage(value) : value);
  const rest = more.map(plain);
  if (!(error instanceof Error)) return message === undefined ? [first] : [first, plain(message), ...rest];
  const fields = first instanceof Error ? { err: first } : first;
  const isItsOwn = message === undefined || message === error.message;
  return [fields, isItsOwn ? toMessage(error) : plain(message), ...rest];
}
