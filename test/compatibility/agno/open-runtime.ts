import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type OpenAgno, openAgno } from '@agent-home/runtime-agno';
import type { FindModel } from '@agent-home/runtime-node';
import { inject } from 'vitest';
import type { PlayedRuntime } from '../../system/runtime/contract/play-scenario.ts';

/** agno in a process of its own that several scenarios use, each with its own model. */
export interface SharedAgno extends PlayedRuntime {
  agno: OpenAgno;
  close(): Promise<void>;
}

/** Starts the program with the first request. */
export function shareAgno({
  folder = mkdtempSync(join(tmpdir(), 'agent-home-agno-state-')),
  template,
  pythonPath = [],
}: {
  folder?: string;
  template?: string;
  pythonPath?: string[];
} = {}): SharedAgno {
  const { python, installed } = inject('agno');
  let find: FindModel | undefined;
  const agno = openAgno(
    (...asked) => {
      if (!find) throw new Error('no scenario is played');
      return find(...asked);
    },
    {
      environment: {
        ...process.env,
        AGENT_HOME_AGNO_PYTHON: python,
        PYTHONPATH: [installed, ...pythonPath].join(':'),
        ...(template === undefined ? {} : { AGENT_HOME_AGNO_TEMPLATE: template }),
      },
      folder,
    },
  );
  if (!agno) throw new Error('agno is not configured');
  return {
    selector: 'agno',
    agno,
    open(asked) {
      find = asked;
      return agno;
    },
    async close() {
      await agno.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Program that runs on its own, as on a server. */
export interface ServedAgno {
  /** Returns the port of a process that has just started and knows nothing of earlier requests. */
  restarted(find: FindModel, url?: string): OpenAgno;
  /** Variables that name it. */
  environment: { AGENT_HOME_AGNO_URL: string; AGENT_HOME_AGNO_TOKEN: string };
  close(): Promise<void>;
}

/** @param port free port; default: one that the program chooses */
export async function serveAgno({
  port = 0,
  token = randomBytes(32).toString('hex'),
}: {
  port?: number;
  token?: string;
} = {}): Promise<ServedAgno> {
  const { python, installed } = inject('agno');
  const folder = mkdtempSync(join(tmpdir(), 'agent-home-agno-served-'));
  const child = spawn(python, ['-m', 'agent_home_agno', '--folder', folder, '--port', String(port)], {
    env: { ...process.env, PYTHONPATH: installed, AGENT_HOME_AGNO_TOKEN: token },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url } = JSON.parse(String(line)) as { url: string };
  const environment = { AGENT_HOME_AGNO_URL: url, AGENT_HOME_AGNO_TOKEN: token };
  return {
    environment,
    restarted(find, through = url) {
      const named = { ...environment, AGENT_HOME_AGNO_URL: through };
      const agno = openAgno(find, { environment: named, folder });
      if (!agno) throw new Error('agno is not configured');
      return agno;
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
