#!/usr/bin/env node
import { basename } from 'node:path';
import { complete, wishesIn } from './asking/wishes.ts';
import { CreateError } from './project/create-error.ts';
import { createProject } from './project/create-project.ts';
import type { Language } from './project/project-files.ts';

const usage = `npm create agent-home NAME -- --typescript | --python

Makes the folder NAME with a small agent of Agent Home that runs.`;

const next: Record<Language, string> = {
  typescript: 'npm install\n  npm start -- URL FINGERPRINT',
  python:
    'python3 -m venv .venv && .venv/bin/pip install agent-home\n  .venv/bin/python agent.py URL ROOT_FILE agent',
};

try {
  const wishes = wishesIn(process.argv.slice(2));
  if (wishes.help) console.log(usage);
  else {
    const { name, language } = await complete(wishes);
    const folder = await createProject(process.cwd(), name, language);
    console.log(`${basename(folder)}/ has an agent in it. README.md there says more.

  cd ${basename(folder)}
  ${next[language]}`);
  }
} catch (error) {
  if (!(error instanceof CreateError)) throw error;
  console.error(`create-agent-home: ${error.message} [${error.code}]`);
  process.exitCode = ['exists', 'cannot_write'].includes(error.code) ? 1 : 2;
}
