import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { z } from 'zod';

/**
 * `npm run check -- vulnerabilities`: queries the registry for known vulnerabilities of production dependencies. Fails on each one
 * that `docs/accepted-vulnerabilities.json` does not accept until a future day.
 */
const advisorySchema = z.looseObject({ url: z.string(), title: z.string(), severity: z.string() });
const answerSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.looseObject({ via: z.array(z.union([z.string(), advisorySchema])), range: z.string() }),
  ),
});
const acceptedSchema = z.object({
  accepted: z.array(
    z.strictObject({ package: z.string(), advisory: z.url(), why: z.string().min(20), until: z.iso.date() }),
  ),
});

const file = new URL('../../../docs/accepted-vulnerabilities.json', import.meta.url);
const { accepted } = acceptedSchema.parse(JSON.parse(readFileSync(file, 'utf8')));

const output = await new Promise<string>((resolve) =>
  // The exit code 1 reports vulnerabilities and is no failure of the command.
  execFile('npm', ['audit', '--omit=dev', '--json'], { maxBuffer: 64 << 20 }, (_error, stdout) =>
    resolve(stdout),
  ),
);
const answer = answerSchema.safeParse(parse(output)).data;
if (!answer) {
  console.error(
    'The registry does not answer what is known of vulnerabilities; ask another (npm_config_registry).',
  );
  process.exitCode = 2;
} else {
  const today = new Date().toISOString().slice(0, 10);
  const open = Object.entries(answer.vulnerabilities).flatMap(([name, { via, range }]) =>
    via.flatMap((one) => {
      if (typeof one === 'string') return [];
      const known = accepted.find((entry) => entry.package === name && entry.advisory === one.url);
      return known && known.until > today
        ? []
        : [`${name} ${range}: ${one.severity}: ${one.title} (${one.url})`];
    }),
  );
  for (const line of open) console.error(line);
  console.log(`${open.length} known vulnerabilities of production dependencies are not accepted`);
  process.exitCode = open.length === 0 ? 0 : 1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
