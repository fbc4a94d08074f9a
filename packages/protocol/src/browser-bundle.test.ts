import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson, publicKeyOf, signEd25519 } from './index.ts';

const secretKey = new Uint8Array(32).fill(5);
const document = { b: [1, 'é'], a: { ü: null } };
const message = new TextEncoder().encode(canonicalJson(document));

let source = '';
let inputs: string[] = [];

beforeAll(async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('./index.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'protocol',
    logLevel: 'silent',
  });
  source = outputFiles[0]?.text ?? '';
  inputs = Object.keys(metafile.inputs);
});

describe('the package in a browser', () => {
  it('is bundled without any module of Node', () => {
    expect(inputs.some((path) => path.endsWith('ed25519/noble-engine.ts'))).toBe(true);
    expect(inputs.filter((path) => /node-(engine|sha256)\.ts$|^node:/.test(path))).toEqual([]);
    expect(source).not.toMatch(/["']node:/);
    expect(source).not.toMatch(/\brequire\(["']/);
  });

  it('canonicalises, hashes and verifies what Node signed, with nothing but what browsers have', () => {
    const sandbox = createContext({
      TextEncoder,
      TextDecoder,
      input: {
        document: JSON.stringify(document),
        publicKey: [...publicKeyOf(secretKey)],
        signature: [...signEd25519({ secretKey, message })],
      },
    });
    runInContext(source, sandbox);
    const verdicts: unknown = runInContext(
      `(() => {
        const message = protocol.canonicalJsonBytes(protocol.parseStrictJson(new TextEncoder().encode(input.document)));
        const publicKey = Uint8Array.from(input.publicKey);
        const signature = Uint8Array.from(input.signature);
        const changed = message.slice();
        changed[0] ^= 1;
        return JSON.stringify({
          nodeGlobals: [typeof process, typeof Buffer, typeof require],
          text: new TextDecoder().decode(message),
          hash: protocol.sha256Hex(new TextEncoder().encode('abc')),
          genuine: protocol.verifyEd25519({ publicKey, message, signature }),
          changed: protocol.verifyEd25519({ publicKey, message: changed, signature }),
        });
      })()`,
      sandbox,
    );
    expect(JSON.parse(String(verdicts))).toEqual({
      nodeGlobals: ['undefined', 'undefined', 'undefined'],
      text: '{"a":{"ü":null},"b":[1,"é"]}',
      hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      genuine: true,
      changed: false,
    });
  });
});
