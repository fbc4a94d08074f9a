import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commandPins } from './command-pins.ts';

const digest = `sha256:${'ab'.repeat(32)}`;
const commit = 'c'.repeat(40);

describe('packages of a command', () => {
  const cases: [line: string, pins: string[]][] = [
    ['npx -y @scope/server@1.2.3', ['@scope/server 1.2.3']],
    ['npx --yes server@1.2.3-rc.1 --port 1', ['server 1.2.3-rc.1']],
    ['npx server', ['server -']],
    ['npx server@latest', ['server -']],
    ['npx server@^1.2.3', ['server -']],
    ['npx server@1.2', ['server -']],
    ['npx -p one@1.0.0 --package=two two', ['one 1.0.0', 'two -']],
    ['npx --registry http://r.example server@1.0.0', ['server 1.0.0']],
    ['npx -- server@1.0.0', ['server 1.0.0']],
    [`npx github:someone/server#${commit}`, [`github:someone/server#${commit} ${commit}`]],
    ['npx github:someone/server', ['github:someone/server -']],
    ['npx ./server', []],
    ['/usr/local/bin/npx server@1.0.0', ['server 1.0.0']],
    ['npm exec -y server@1.0.0', ['server 1.0.0']],
    ['npm run serve', []],
    ['pnpm dlx server@1.0.0', ['server 1.0.0']],
    ['yarn dlx server', ['server -']],
    ['bunx server@1.0.0', ['server 1.0.0']],
    ['uvx server==0.4.1', ['server 0.4.1']],
    ['uvx --from server[cli]==0.4.1 serve', ['server[cli] 0.4.1']],
    ['uvx --python 3.12 server@0.4.1', ['server 0.4.1']],
    ['uvx server>=0.4', ['server>=0.4 -']],
    ['uv tool run server', ['server -']],
    ['pipx run --spec server==1.0 serve', ['server 1.0']],
    [`docker run --rm -i -e KEY=1 -v /a:/b image@${digest} serve`, [`image ${digest}`]],
    ['docker run --rm -i --env KEY image:1.2', ['image:1.2 -']],
    ['docker compose up', []],
    ['env KEY=1 npx server', ['server -']],
    ['sh -c "npx -y server@1.0.0 && uvx other"', ['server 1.0.0', 'other -']],
    ['node server.js', []],
    ['python -m server', []],
    ['', []],
  ];
  it.each(cases)('%s', (line, pins) => {
    const [command = '', ...args] = line.includes('"')
      ? ['sh', '-c', line.slice(line.indexOf('"') + 1, -1)]
      : line.split(' ');
    const found = commandPins(command, args).map(({ package: name, version = '-' }) => `${name} ${version}`);
    expect(found).toEqual(pins);
  });

  it('accepts any words and finds exact versions', () => {
    const word = fc.oneof(
      fc.constantFrom(
        'npx',
        'uvx',
        'docker',
        'run',
        'sh',
        '-c',
        '--',
        '-p',
        '--package',
        'env',
        'constructor',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(word, fc.array(word), (command, args) => {
        for (const { version } of commandPins(command, args))
          expect(version ?? '1').toMatch(/^(?:v?\d|sha256:[0-9a-f]{64}$|[0-9a-f]{40}$)/);
      }),
    );
  });
});
