#!/usr/bin/env node
import { basename } from 'node:path';
import { homeIn } from './asking/home-in.ts';
import { complete, wishesIn } from './asking/wishes.ts';
import { CreateError } from './project/create-error.ts';
import { createProject } from './project/create-project.ts';
import type { Language } from './project/project-files.ts';

const usage = `npm create --yes --registry HOME/packages/npm/ agent-home NAME -- --typescript | --python [--home HOME]

Makes the folder NAME with a small agent of Agent Home that runs. HOME is the address of a home, which serves the packages that
the project needs, as http://127.0.0.1:4600.`;

const next: Record<Language, (home: string) => string> = {
  typescript: (home) => `npm install\n  npm start -- ${home} FINGERPRINT`,
  python: (home) =>
    `python3 -m venv .venv && .venv/bin/pip install -r requirements.txt\n  .venv/bin/python agent.py ${home} ROOT_FILE agent`,
};

try {
  const wishes = wishesIn(process.argv.slice(2));
  if (wishes.help) console.log(usage);
  else {
    const { name, language } = await complete(wishes);
    const home = homeIn(wishes.home, process.env.npm_config_registry);
    const folder = await createProject({ parent: process.cwd(), name, language, home });
    console.log(`${basename(folder)}/ has an agent in it. README.md there says more.

  cd ${basename(folder)}
  ${next[language](home)}`);
  }
} catch (error) {
  if (!(error instanceof CreateError)) throw error;
  console.error(`create-agent-home: ${error.message} [${error.code}]`);
  process.exitCode = ['exists', 'cannot_write'].includes(error.code) ? 1 : 2;
}
