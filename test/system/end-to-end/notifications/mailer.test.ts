import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createMailer, type Mail } from '@agent-home/platform';
import { describe, expect, onTestFinished, test } from 'vitest';
import { mailUrl, startMailServer } from '../../../support/mail-server.ts';

const from = 'home@home.example';
const mail: Mail = { id: 'alert_1', to: 'ada@example.org', subject: 'Agent wren is failing', text: 'Now.\n' };

/** Starts a server that treats each connection by hand. */
async function openSocket(onConnection: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const send = (url: string, changes: Partial<Mail> = {}, timeoutMs = 5_000) =>
  createMailer({ url, from }, { timeoutMs }).send({ ...mail, ...changes });

async function startServer(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

describe('mail of a home', () => {
  test('sends plain text to one recipient', async () => {
    const { url, received } = await startServer();
    expect(await send(url, { text: 'Grüße. 你好。\n' })).toBeUndefined();
    expect(received).toMatchObject([
      { from, to: ['ada@example.org'], text: expect.stringContaining('你好') },
    ]);
    expect(received[0]?.raw).toMatch(/^Message-ID: <alert_1@home\.example>\r$/im);
    expect(received[0]?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    expect(received[0]?.raw).toMatch(/^Content-Type: text\/plain/im);
  });

  test('hostile addresses and subjects add no recipient and no header', async () => {
    const { url, received } = await startServer();
    for (const to of [
      'a@example.org, b@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'a@example.org\nRCPT TO:<b@example.org>',
      'Ada <a@example.org>',
      '"a b"@example.org',
      '<a@example.org>',
      'a@example.org;b@example.org',
      'friends: a@example.org, b@example.org;',
      'ada@пример.example',
      'a\u202Eb@example.org',
      `${'a'.repeat(300)}@example.org`,
      '-oQ/tmp@@example.org',
      '',
    ])
      expect(await send(url, { to }), JSON.stringify(to)).toBe('address_refused');
    expect(received).toEqual([]);
    const id = 'alert_1>\r\nBcc: c@example.org\r\nX: <y';
    const subject = 'failing\r\nBcc: b@example.org\r\n\r\nbody\u2028more\u0000';
    expect(await send(url, { id, subject, text: '\r\n.\r\nMAIL FROM:<x@example.org>\r\n' })).toBeUndefined();
    expect(received).toMatchObject([{ to: ['ada@example.org'], from }]);
    const [head = ''] = received[0]?.raw.split('\r\n\r\n') ?? [];
    expect(head).not.toMatch(/^(bcc|cc|x):/im);
  });

  test('a refused login, a refused recipient and a closed connection are reported', async () => {
    const { port, url } = await startServer();
    expect(await createMailer({ url, from }).verify()).toBeUndefined();
    expect(await createMailer({ url: mailUrl(port, { password: 'wrong' }), from }).verify()).toBe(
      'login_refused',
    );
    expect(await send(mailUrl(port, { password: 'wrong-word' }))).toBe('login_refused');
    const refusing = await startServer({ onRcptTo: (_, __, done) => done(new Error('no such mailbox')) });
    expect(await send(refusing.url)).toBe('refused_by_receiver');
    const closing = await startServer({
      onMailFrom: (_, { id }, done) => done(Object.assign(new Error(id), { responseCode: 451 })),
    });
    expect(await send(closing.url)).toBe('refused_by_receiver');
    const cut = await openSocket((socket) => {
      socket.write('220 here\r\n');
      socket.once('data', () => socket.destroy());
    });
    expect(await send(mailUrl(cut))).toBe('unreachable');
    expect(await send(mailUrl(1))).toBe('unreachable');
  });

  test('a slow or endless mail server ends in time', async () => {
    const silent = await openSocket(() => undefined);
    expect(await send(mailUrl(silent), {}, 300)).toBe('timeout');
    const dripping = await openSocket((socket) => {
      const drip = setInterval(() => socket.write('2'), 20);
      socket.on('close', () => clearInterval(drip));
    });
    expect(await send(mailUrl(dripping), {}, 300)).toBe('timeout');
    const endless = await openSocket((socket) => socket.write('x'.repeat(1024 ** 2)));
    expect(await send(mailUrl(endless))).toBe('unreachable');
    const lines = await openSocket((socket) => socket.write('220-more\r\n'.repeat(100_000)));
    expect(await send(mailUrl(lines), {}, 2_000)).toMatch(/^(unreachable|timeout)$/);
  });

  test('a server elsewhere gets no login without valid TLS', async () => {
    // Not one of the names of this machine, although it is on loopback.
    const host = '127.0.0.2';
    const heard: string[] = [];
    const plain = await startServer({
      host,
      hideSTARTTLS: true,
      onAuth: ({ username }, _, done) => {
        heard.push(String(username));
        done(null, { user: 'home' });
      },
    });
    expect(await send(plain.url)).toBe('tls_refused');
    const selfSigned = await startServer({ host });
    expect(await send(selfSigned.url)).toBe('tls_refused');
    const secure = await startServer({ secure: true });
    expect(await send(secure.url)).toBe('tls_refused');
    expect([heard, plain.received, selfSigned.received, secure.received]).toEqual([[], [], [], []]);
  });
});
