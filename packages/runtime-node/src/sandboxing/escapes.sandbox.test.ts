import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { defaultSandbox } from '@agent-home/agent-runtime/definition';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createNativeTools } from '../native-tools/create-native-tools.ts';
import { attempt, beginSandbox } from '../testing/sandbox-scene.ts';
import { callTool, toText } from '../testing/tool-calls.ts';

const node = JSON.stringify(process.execPath);

it('a sandboxed command changes only the project and a private folder', async () => {
  const { folder, home, output } = beginSandbox();
  const other = join(home, 'other');
  const mark = `sandbox-escape-${crypto.randomUUID()}`;
  symlinkSync(other, join(folder, 'link'));
  symlinkSync(join(other, 'file'), join(folder, 'file-link'));
  await attempt(output, {
    absolute: `echo x > ${other}/absolute && echo ESCAPED`,
    'link to a folder': 'echo x > link/through && echo ESCAPED',
    'link to a file': 'echo x > file-link && echo ESCAPED',
    'own link': `ln -s ${other} mine; echo x > mine/through && echo ESCAPED`,
    'link to the root': 'ln -s / root; echo x > "root$HOME/.bashrc" && echo ESCAPED',
    dots: `echo x > ../../../../../../..${other}/dots && echo ESCAPED`,
    'dots of a child': `mkdir -p d/e; cd d/e; echo x > ../../../../../../../../..${home}/.bashrc && echo ESCAPED`,
    'hard link': `ln ${other}/file hard && echo x > hard && echo ESCAPED`,
    'root of process 1': `echo x > /proc/1/root${other}/process && echo ESCAPED`,
    'own root': `echo x > /proc/self/root${other}/self && echo ESCAPED`,
    'own folder': `echo x > /proc/self/cwd/../../../..${other}/cwd && echo ESCAPED`,
    descriptors: `for fd in /proc/self/fd/* /proc/1/fd/*; do echo x > "$fd${other}/fd" && echo ESCAPED; done 2>/dev/null`,
    'open file of the descriptor': `exec 9< ${other}/file; echo x > /proc/self/fd/9 && echo ESCAPED`,
    rename: `mv ${other} ${home}/renamed && echo ESCAPED`,
    mode: `chmod 0777 ${other}/file && echo ESCAPED`,
    times: `touch -d 2001-01-01 ${other}/file && echo ESCAPED`,
    attributes: `setfattr -n user.x -v y ${other}/file 2>/dev/null && echo ESCAPED`,
    removal: `rm -f ${other}/file && echo ESCAPED`,
    'start-up files': 'echo x >> ~/.bashrc && echo ESCAPED; echo x > ~/.profile && echo ESCAPED',
    'system files': `echo x > /etc/${mark} && echo ESCAPED; echo x > /usr/local/bin/${mark} && echo ESCAPED`,
    cron: `for d in /etc/cron.d /var/spool/cron /var/spool/cron/crontabs /etc/cron.daily; do echo x > $d/${mark} && echo ESCAPED; done`,
    preload: 'echo x >> /etc/ld.so.preload && echo ESCAPED',
    services: `mkdir -p ~/.config/systemd && echo ESCAPED; echo x > /etc/systemd/system/${mark}.service && echo ESCAPED`,
    'settings of the user':
      'echo "{}" > ~/.agent-home/settings.json && echo ESCAPED; mkdir ~/.agent-home/x && echo ESCAPED',
    'kernel settings':
      'echo "|/bin/sh" > /proc/sys/kernel/core_pattern && echo ESCAPED; echo 1 > /proc/sys/vm/drop_caches && echo ESCAPED',
    'kernel requests':
      'echo h > /proc/sysrq-trigger && echo ESCAPED; echo x > /sys/kernel/uevent_helper && echo ESCAPED; echo 1 > /sys/power/state && echo ESCAPED',
    'control groups':
      'mkdir /sys/fs/cgroup/escape && echo ESCAPED; echo x > /sys/fs/cgroup/release_agent && echo ESCAPED',
    'scripts of npm': `echo '{"scripts":{"escape":"echo x > ${other}/npm && echo ESCAPED"}}' > package.json; npm run --silent escape`,
  });
  expect(
    await output('echo kept > made && mkdir -p deep/er && echo y > /tmp/mine && cat made /tmp/mine'),
  ).toBe('kept\ny\n');
  expect(
    await output(`echo x > /tmp/${mark}; echo x > /var/tmp/${mark}; echo x > /dev/shm/${mark}; ls /tmp`),
  ).toContain(mark);
  for (const place of ['/tmp', '/var/tmp', '/dev/shm']) expect(existsSync(join(place, mark))).toBe(false);
  expect(readdirSync(other)).toEqual(['file']);
  expect(readFileSync(join(other, 'file'), 'utf8')).toBe('kept');
  expect(readFileSync(join(home, '.bashrc'), 'utf8')).toBe('kept');
  expect(readFileSync(join(folder, 'made'), 'utf8')).toBe('kept\n');
}, 60_000);

it('a sandboxed command reads no secrets of the user', async () => {
  const { home, output } = beginSandbox();
  for (const path of [
    '.ssh/id',
    '.aws/credentials',
    '.gnupg/key',
    '.config/gcloud/token',
    'state/log.key',
    '.netrc',
  ]) {
    const full = join(home, path);
    for (const spelling of [
      full,
      `/proc/self/root${full}`,
      `/proc/1/root${full}`,
      `/proc/1/cwd/../../../..${full}`,
    ])
      expect(await output(`cat ${spelling} 2>&1; true`)).not.toContain('the-secret');
  }
  expect(
    await output(
      'ls -A ~/.ssh; echo x > ~/.ssh/authorized_keys && echo ESCAPED; rmdir ~/.ssh && echo ESCAPED',
    ),
  ).not.toContain('ESCAPED');
  expect(readdirSync(join(home, '.ssh'))).toEqual(['id']);
  expect(await output('env; cat /proc/*/environ | tr "\\0" "\\n"')).not.toContain('LD_PRELOAD');
});

it('a sandboxed command sees no process of the machine', async () => {
  const { output } = beginSandbox();
  const secret = `outside-${crypto.randomUUID()}`;
  const child = spawn('sleep', ['1000'], { env: { ...process.env, SECRET_OUTSIDE: secret } });
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitFor(() => expect(readFileSync(`/proc/${child.pid}/environ`, 'utf8')).toContain(secret));
  expect(await output('cat /proc/*/environ /proc/*/cmdline | tr "\\0" "\\n"')).not.toContain(secret);
  await attempt(output, {
    signal: `kill -9 ${child.pid} && echo ESCAPED`,
    'signal to all': 'trap "" TERM; kill -TERM -1; true',
    memory: `head -c 1 /proc/${child.pid}/mem && echo ESCAPED`,
    trace: `perl -e 'syscall(101, 16, ${child.pid}, 0, 0) == 0 and print "ESCAPED"'`,
    'memory of another process': `perl -e 'my $b = "x" x 8; syscall(310, ${child.pid}, $b, 1, $b, 1, 0) > 0 and print "ESCAPED"'`,
    priority: `renice -n 5 -p ${child.pid} && echo ESCAPED`,
    namespaces: `nsenter -t ${child.pid} -m true && echo ESCAPED; nsenter -t 1 -n true && echo ESCAPED`,
    'shared memory': 'ipcmk -M 10 >/dev/null; [ "$(ipcs -m | grep -c 0x)" -gt 1 ] && echo ESCAPED',
  });
  expect(child.exitCode ?? child.signalCode).toBeNull();
  expect(Number(await output('ls -d /proc/[0-9]* | wc -l'))).toBeLessThan(10);
});

it('a sandboxed command gains no right of the kernel', async () => {
  const { output } = beginSandbox();
  await attempt(output, {
    mount: 'mount -t tmpfs x /mnt && echo ESCAPED; mount --bind / /mnt && echo ESCAPED',
    'mount of the project':
      'mkdir m; mount --bind /etc m && echo ESCAPED; mount -o remount,rw / && echo ESCAPED',
    'end of a mount':
      'umount ~/.ssh && echo ESCAPED; umount /tmp && echo ESCAPED; umount -l /proc && echo ESCAPED',
    device: 'mknod disk b 8 0 && echo ESCAPED; mknod memory c 1 1 && echo ESCAPED',
    'memory of the machine':
      'head -c 1 /dev/mem && echo ESCAPED; head -c 1 /proc/kcore && echo ESCAPED; head -c 1 /dev/kmsg && echo ESCAPED',
    disks: 'for d in /dev/sd* /dev/vd* /dev/nvme* /dev/dm-*; do [ -e "$d" ] && echo ESCAPED; done',
    chroot: 'mkdir c; chroot c /bin/true && echo ESCAPED; chroot / true && echo ESCAPED',
    'user namespace':
      'unshare -U true && echo ESCAPED; unshare -r -m true && echo ESCAPED; unshare -n true && echo ESCAPED',
    'another sandbox': 'bwrap --ro-bind / / --unshare-user true && echo ESCAPED',
    superuser: 'sudo -n true && echo ESCAPED; su -c true </dev/null && echo ESCAPED',
    'file with the rights of root':
      'cp /bin/sh s; chmod 4755 s; grep -q "NoNewPrivs:.1" /proc/self/status || echo ESCAPED',
    capabilities:
      'grep -E "Cap(Prm|Eff|Bnd|Amb)" /proc/self/status | grep -qv "0000000000000000" && echo ESCAPED',
    clock: 'date -s 2001-01-01 && echo ESCAPED; hostname escaped && echo ESCAPED',
    keyrings: `perl -e 'syscall(250, 0, -3, 0) >= 0 and print "ESCAPED"; my ($t, $d) = ("user", "escape"); syscall(248, $t, $d, $d, 6, -3) >= 0 and print "ESCAPED"'`,
    'programs of the kernel': `perl -e 'my $b = "\\0" x 128; syscall(321, 0, $b, 128) >= 0 and print "ESCAPED"; syscall(298, $b, 0, -1, -1, 0) >= 0 and print "ESCAPED"'`,
    rings: `perl -e 'my $b = "\\0" x 128; syscall(425, 1, $b) >= 0 and print "ESCAPED"'`,
    'other calling convention': `perl -e 'syscall(0x40000000 + 39) > 0 and print "ESCAPED"'`,
    terminal: `perl -e 'open(T, "+<", "/dev/tty") and print "ESCAPED"; my $c = "x"; ioctl(STDIN, 0x5412, $c) and print "ESCAPED"'`,
  });
  expect(await output('cat /proc/self/uid_map; cat /proc/sys/user/max_user_namespaces')).not.toBe('');
});

it('a sandboxed command reaches no network and no socket of the machine', async () => {
  const { folder, home, output } = beginSandbox();
  const listen = async (server: Server, ...where: [number, string] | [string]) => {
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) =>
      where.length === 2 ? server.listen(where[0], where[1], resolve) : server.listen(where[0], resolve),
    );
    return server.address();
  };
  let reached = 0;
  const count = () => {
    reached += 1;
  };
  const address = await listen(createHttpServer(count).on('connection', count), 0, '127.0.0.1');
  const port = typeof address === 'object' ? address?.port : 0;
  const abstract = `\0escape-${crypto.randomUUID()}`;
  const paths = [join(home, 'other/s.sock'), join(folder, 's.sock'), `/tmp/escape-${process.pid}.sock`];
  for (const path of [...paths, abstract]) await listen(createServer(count), path);
  const udp = createSocket('udp4').on('message', count);
  onTestFinished(() => void udp.close());
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  const connect = (where: string) =>
    `${node} -e ${JSON.stringify(`require('net').connect(${where}).on('connect',()=>{console.log('ESC'+'APED');process.exit()}).on('error',()=>process.exit())`)}`;
  const socketAt = (path: string) => `{path:'${path.replace('\0', '\\0')}'}`;
  await attempt(output, {
    tcp: connect(`{host:'127.0.0.1',port:${port}}`),
    'tcp of the shell': `(echo x > /dev/tcp/127.0.0.1/${port}) && echo ESCAPED`,
    'tcp to the internet': connect("{host:'1.1.1.1',port:443}"),
    udp: `(echo x > /dev/udp/127.0.0.1/${udp.address().port}) && true`,
    dns: `${node} -e "require('dns').lookup('example.com',(e)=>{if(!e)console.log('ESC'+'APED')})"`,
    'dns by a query': `${node} -e "require('dns').resolve4('example.com',(e)=>{if(!e)console.log('ESC'+'APED')})"`,
    'raw packets': `perl -MSocket -e 'socket(S, 17, 3, 0) and print "ESCAPED"; socket(S, AF_INET, SOCK_RAW, 1) and print "ESCAPED"'`,
    'host of a virtual machine': `perl -e 'socket(S, 40, 1, 0) and print "ESCAPED"'`,
    'ciphers of the kernel': `perl -e 'socket(S, 38, 5, 0) and print "ESCAPED"'`,
    ...Object.fromEntries([...paths, abstract].map((path) => [`socket ${path}`, connect(socketAt(path))])),
    'sockets of services': 'for s in $(find /run /var/run -type s 2>/dev/null); do echo ESCAPED; done',
  });
  expect(reached).toBe(0);
  // Without a sandbox the same commands reach them all, so that the attempts above are real ones.
  const open = createNativeTools({ projectFolder: folder, sandbox: { ...defaultSandbox, bash: 'off' } });
  for (const where of [`{host:'127.0.0.1',port:${port}}`, ...[...paths, abstract].map(socketAt)])
    expect(toText(await callTool(open, 'bash', { command: connect(where) }))).toContain('ESCAPED');
  expect(
    await output(
      `${node} -e "const s=require('net').createServer((c)=>c.end('mine')).listen('own.sock',()=>require('net').connect('own.sock').on('data',(d)=>{console.log(String(d));process.exit()}))"`,
    ),
  ).toBe('mine\n');
}, 60_000);
