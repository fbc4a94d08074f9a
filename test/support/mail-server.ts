import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body, as they were sent. */
  raw: string;
  /** Body as text. */
  text: string;
}

export interface MailServer {
  /** URL with user and password. */
  url: string;
  port: number;
  received: ReceivedMail[];
  close(): Promise<void>;
}

export const mailPassword = 'mail-p@ssword-1';

/** Starts a real SMTP server on loopback that requires a login. It offers STARTTLS with a certificate that is not valid. */
export async function startMailServer(
  options: SMTPServerOptions & { host?: string } = {},
): Promise<MailServer> {
  const { host = '127.0.0.1', ...rest } = options;
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    logger: false,
    onAuth({ username, password }, _, done) {
      if (username === 'home' && password === mailPassword) done(null, { user: username });
      else done(new Error(`no login for ${username} with ${password}`));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString();
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          text: bodyOf(raw),
        });
        done();
      });
    },
    ...rest,
  });
  // A client that disconnects mid-way is an error of the server as well.
  server.on('error', () => undefined);
  server.listen(0, host);
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: mailUrl(port, { host, secure: rest.secure ?? false }),
    port,
    received,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export function mailUrl(
  port: number,
  { host = '127.0.0.1', secure = false, password = mailPassword } = {},
): string {
  return `${secure ? 'smtps' : 'smtp'}://home:${encodeURIComponent(password)}@${host}:${port}`;
}

function bodyOf(raw: string): string {
  const end = raw.indexOf('\r\n\r\n');
  const [head, body] = [raw.slice(0, end), raw.slice(end + 4)];
  if (/content-transfer-encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/content-transfer-encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
