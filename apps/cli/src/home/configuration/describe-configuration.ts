import { allLimits, type Limit, relations, variableOf } from '@agent-home/platform';
import type { z } from 'zod';
import { storeEnvironmentSchema } from '../stores/store-settings.ts';
import { environmentSchema } from './environment.ts';

const row = (...cells: string[]) => `| ${cells.join(' | ')} |`;

function table(head: string[], rows: string[][]): string {
  return [row(...head), row(...head.map(() => '---')), ...rows.map((cells) => row(...cells))].join('\n');
}

function describeVariables(shape: Record<string, z.ZodType>): string {
  const rows = Object.entries(shape).map(([name, schema]) => {
    const needed = schema.safeParse(undefined).success ? '' : ' (needed)';
    return [`\`${name}\``, `${schema.description ?? ''}${needed}`];
  });
  return table(['variable', 'meaning'], rows);
}

const grouped = (number: number) => String(number).replaceAll(/\B(?=(\d{3})+(?!\d))/g, ',');

function describeLimits(limits: Record<string, Limit>): string {
  const rows = Object.values(limits).map(({ variable, unit, bounds, usual, least, most }) => {
    const range =
      most === Number.MAX_SAFE_INTEGER
        ? `${grouped(least)} or more`
        : `${grouped(least)} to ${grouped(most)}`;
    return [`\`${variable}\``, bounds, `${grouped(usual)} ${unit}`, range];
  });
  return table(['variable', 'bounds', 'unless it is set', 'may be'], rows);
}

/** The text of `docs/configuration.md`: every variable that a process of the home reads, as its settings say it. */
export function describeConfiguration(): string {
  const stores = storeEnvironmentSchema.options.map(({ shape: { STORE, ...shape } }) => {
    const [kind] = STORE.values;
    return `### \`STORE=${kind}\`${kind === 'aliyun' ? ' (unless it is set)' : ''}\n\n${describeVariables(shape)}`;
  });
  const owed = relations.map(({ greater, times, smaller, because }) => {
    const asked = times === 1 ? '' : `${times} × `;
    return `- \`${variableOf(greater)}\` ≥ ${asked}\`${variableOf(smaller)}\`: otherwise ${because}.`;
  });
  return `# Configuration

Made from the settings themselves by \`npm run generate -- configuration\`; a check holds it to them. \`agent-home api\`,
\`agent-home worker\` and the operator's commands read these variables. A variable that is missing or wrong is refused by
name at the start, never with its value. Numbers are set in digits alone.

## Where things are

${describeVariables(environmentSchema.shape)}

## The store

${stores.join('\n\n')}

## Limits

${Object.entries(allLimits)
  .map(([concern, limits]) => `### ${concern}\n\n${describeLimits(limits)}`)
  .join('\n\n')}

### What limits owe each other

What fits its own bounds may still not fit another: then both are named at the start, and nothing runs.

${owed.join('\n')}

## \`agent-home up\`

\`npm start\` reads \`AGENT_HOME_DATA\` (default \`.agent-home\`), \`AGENT_HOME_PORT\` (4600), \`AGENT_HOME_OSS_PORT\` and
\`AGENT_HOME_STS_PORT\` (the next two; \`agent-home model-emulator\` listens at \`AGENT_HOME_MODEL_PORT\`, the third), and \`AGENT_HOME_RESIDENTS_PACE\`, the seconds a resident takes for a short line (0.05
to 15, default 4). Of what stands above it honours all but what it makes itself – database, store, keys, issuer, event
tokens – and what would open it beyond this machine; those it refuses by name, as it does names that nothing reads. There
\`AGENT_HOME_ADMISSION\` is \`automatic\` and \`AGENT_HOME_ANONYMOUS_PAGE\` \`on\` unless they are set; the residents are in
because the home was started with them.

\`AGENT_HOME_RESIDENT_MODEL\` is the key of a model in \`models\` of \`~/.agent-home/settings.json\` (or of a trusted project). The
residents that are agent files use it in place of their scripts. The other residents have it put the lines of their talks, debates,
sketches, threads and replies into words of their own, one request at a time: while it is busy, lines are spoken as written, and so are
poems and idioms. Without such a model in the settings the home does not start: \`resident_model_not_configured\`. If the model does not respond, the log and the Residents check of
\`agent-home doctor\` report \`resident_model_unreachable\`, residents follow their scripts, and try it again every five minutes.

The data folder is one that this installation made: \`home.json\` in it has a random id, which the state home records. A folder with
other content is refused as \`data_folder_unknown\`, since its secrets and keys could be known to the author of a clone. Use
\`agent-home up --adopt\` once for a home of an older version, and for one that you have moved.

## State of projects

| variable | meaning |
|---|---|
| \`XDG_STATE_HOME\` | if absolute, the state home is its \`agent-home\`; else it is \`~/.agent-home\` |
| \`AGENT_HOME_DATA\` | a folder of the operator's for runs, memory, contexts, routes, traces and residents of every project where it is set, in addition to the data of \`up\` |

Runs, memory, contexts, routes, traces and residents' keys lie in \`projects/<hash>\` of the state home: the first 32 hexadecimal
digits of the sha256 of the working directory's real path. Its folders are the user's alone (\`state_folder_unsafe\` otherwise) and not
inside the project, unless \`HOME\` lies there and its \`.agent-home\` had no state when this user first used it. \`log.key\` there authenticates the logs of every project: keep it with a backup of the runs. Memory and contexts are
protected by their place alone, so name no folder by \`AGENT_HOME_DATA\` that others can write or that came with a project.

State in a project's own \`.agent-home\`, where it lay before, is not used. \`--runs .agent-home/runs\` reads its runs;
\`AGENT_HOME_DATA=.agent-home\` uses all of it.

## Commands

\`AGENT_HOME_URL\` and \`AGENT_HOME_ROOT\`: where the API is, and the file with the root set that \`topic\` holds it to;
default the home that runs in the folder. \`AGENT_HOME_DEBUG=1\` prints the whole trace of what went wrong.
`;
}
