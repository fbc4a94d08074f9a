import { type AlertFailure, emailAddressSchema } from '@agent-home/http-contract';
import { createTransport, type NodemailerError, type SMTPTransportOptions } from 'nodemailer';

/** Server and sender of the home's mail. */
export interface MailSettings {
  /** `smtp://` or `smtps://` with user and password: a secret. */
  url: string;
  from: string;
}

/** Plain text for one recipient. */
export interface Mail {
  /** Stays the same in repeats. */
  id: string;
  to: string;
  subject: string;
  text: string;
}

/** Sends the home's mail. */
export interface Mailer {
  /** @returns the reason of a failure; undefined once the server has accepted the mail */
  send(mail: Mail): Promise<AlertFailure | undefined>;
  /** Connects and logs in. @returns the reason of a failure */
  verify(): Promise<AlertFailure | undefined>;
}

interface MailerOptions {
  /** Limit of a whole delivery, in milliseconds. */
  timeoutMs?: number;
}

/** Time for a whole delivery: connection, TLS, login and message. A server that sends a byte now and then does not extend it. */
const deliveryMs = 20_000;
/** Limit of one response of the server, in characters. */
const longestResponse = 64 * 1024;
const loopbackHosts: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '::1']);

/**
 * Creates the sender of mail. A server elsewhere than on this machine must offer STARTTLS, or TLS from the start (`smtps`), with a
 * valid certificate: the login and the recipients are otherwise readable on the way.
 */
export function createMailer({ url, from }: MailSettings, options: MailerOptions = {}): Mailer {
  const { timeoutMs = deliveryMs } = options;
  const transport = createTransport(toTransport(url, timeoutMs), {
    from: { name: 'Agent Home', address: from },
  });
  const domain = from.slice(from.lastIndexOf('@') + 1);
  return {
    async send({ id, to, subject, text }) {
      const address = emailAddressSchema.safeParse(to);
      if (!address.success) return 'address_refused';
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        await transport.sendMail({
          to: { name: '', address: address.data },
          envelope: { from, to: [address.data] },
          messageId: `<${toHeader(id)}@${domain}>`,
          subject: toHeader(subject),
          text,
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        });
        return undefined;
      } catch (error) {
        return signal.aborted ? 'timeout' : toFailure(error);
      }
    },
    verify: () =>
      transport.verify().then(
        () => undefined,
        (error: unknown) => toFailure(error),
      ),
  };
}

function toTransport(url: string, timeoutMs: number): SMTPTransportOptions {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const host = hostname.replace(/^\[|\]$/g, '');
  const isLoopback = loopbackHosts.has(host);
  return {
    host,
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    ...(isLoopback ? { ignoreTLS: true } : { requireTLS: true }),
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    maxResponseSize: longestResponse,
  };
}

/** Returns the text on one line: a line break would begin another header. */
function toHeader(text: string): string {
  return text
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

/** Returns a closed code only: messages of a server may quote the login. */
function toFailure(error: unknown): AlertFailure {
  const { code, responseCode } = error as Partial<NodemailerError>;
  switch (code) {
    case 'EAUTH':
    case 'ENOAUTH':
      return 'login_refused';
    case 'ETLS':
    case 'EREQUIRETLS':
      return 'tls_refused';
    case 'ETIMEDOUT':
      return 'timeout';
    case 'EENVELOPE':
    case 'EMESSAGE':
      return 'refused_by_receiver';
    default:
      if (responseCode !== undefined) return 'refused_by_receiver';
      return isCertificateError(error) ? 'tls_refused' : 'unreachable';
  }
}

function isCertificateError(error: unknown): boolean {
  return /certificate|self.signed|ssl|tls/i.test(String((error as Error).message));
}
