import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

const serviceSchema = z.strictObject({
  image: z.string(),
  build: z
    .strictObject({
      context: z.string(),
      dockerfile: z.string().default('Dockerfile'),
      target: z.string().optional(),
    })
    .optional(),
  entrypoint: z.array(z.string()).optional(),
  command: z.array(z.string()).default([]),
  profiles: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.string()).default({}),
  healthcheck: z
    .strictObject({
      test: z.array(z.string()).default([]),
      disable: z.boolean().default(false),
      interval: z.string().optional(),
      timeout: z.string().optional(),
      start_period: z.string().optional(),
      retries: z.int().optional(),
    })
    .optional(),
  depends_on: z
    .record(
      z.string(),
      z.strictObject({
        condition: z.enum(['service_healthy', 'service_completed_successfully']),
        restart: z.boolean().optional(),
      }),
    )
    .default({}),
  networks: z.array(z.string()).default([]),
  network_mode: z.literal('none').optional(),
  ports: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  restart: z.enum(['no', 'unless-stopped']),
  user: z.string().optional(),
  read_only: z.boolean().default(false),
  tmpfs: z.array(z.string()).default([]),
  init: z.boolean().optional(),
  shm_size: z.string().optional(),
  working_dir: z.string().optional(),
  dns: z.array(z.string()).default([]),
  dns_opt: z.array(z.string()).default([]),
  extra_hosts: z.array(z.string()).default([]),
  cpus: z.union([z.int(), z.string()]).optional(),
  mem_limit: z.string().optional(),
  memswap_limit: z.string().optional(),
  pids_limit: z.union([z.int(), z.string()]).optional(),
  ulimits: z.record(z.string(), z.int()).default({}),
  logging: z.strictObject({ driver: z.string(), options: z.record(z.string(), z.string()) }).optional(),
  stop_signal: z.string().optional(),
  stop_grace_period: z.string().optional(),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
});
const fileSchema = z.looseObject({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(
    z.string(),
    z.strictObject({
      internal: z.boolean().default(false),
      driver_opts: z.record(z.string(), z.string()).default({}),
    }),
  ),
  volumes: z.record(z.string(), z.strictObject({})),
});

export type ComposeService = z.infer<typeof serviceSchema>;
export type ComposeFile = z.infer<typeof fileSchema>;

/** Returns the variables that `make-environment.sh` prints, as an operator would write them into `.env`. */
export async function madeUpEnvironment(): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)('sh', [`${repository}infra/container/make-environment.sh`]);
  return parseEnvironmentFile(stdout);
}

export function composeText(): Promise<string> {
  return readFile(`${repository}docker-compose.yml`, 'utf8');
}

/** Returns the compose file as `docker compose` reads it with these variables. @throws Error naming a missing variable */
export async function readComposeFile(variables: Record<string, string>): Promise<ComposeFile> {
  const document: unknown = parse(await composeText(), { merge: true });
  return fileSchema.parse(interpolated(document, variables));
}

function interpolated(value: unknown, variables: Record<string, string>): unknown {
  if (typeof value === 'string') return interpolatedText(value, variables);
  if (Array.isArray(value)) return value.map((item) => interpolated(item, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, interpolated(item, variables)]),
  );
}

/**
 * `${NAME:?message}`, `${NAME:-default}` and `$$` are the only forms in the file; the first two treat an empty value as missing.
 */
function interpolatedText(text: string, variables: Record<string, string>): string {
  return text.replace(
    /\$(?:\{([A-Z0-9_]+)(?::([?-])([^}]*))?\}|.?)/g,
    (found, name: string | undefined, kind, rest) => {
      if (found === '$$') return '$';
      if (name === undefined || kind === undefined) throw new Error(`not a form we use: ${found}`);
      const value = variables[name];
      if (value) return value;
      if (kind === '?') throw new Error(`${name}: ${rest}`);
      return rest;
    },
  );
}

/** Parses the lines `NAME=value` of an environment file. */
export function parseEnvironmentFile(text: string): Record<string, string> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
