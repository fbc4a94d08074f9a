/** Commands that install clients from a home, as the home's texts show them. */
export interface ClientCommands {
  /** Runs the command `agent-home`; its arguments follow. */
  run: string;
  /** The same command as a program and its arguments, for configuration files that separate them. */
  runWords: readonly [string, ...string[]];
  /** Installs the SDK into the project of the working directory; the first makes npm find it there again. */
  sdk: readonly [string, string];
  /** Creates a project; its name follows. */
  create: string;
  /** Installs the Python client into an environment. */
  python: string;
}

/** @param home base URL of the home, without a slash at its end */
export function clientCommands(home: string): ClientCommands {
  const registry = `${home}/packages/npm/`;
  // The tag makes npx compare its copy with the home’s. PostgreSQL’s programs are optional dependencies, needed only for a local
  // home.
  const runWords = [
    'npx',
    '--yes',
    '--omit=optional',
    `--registry=${registry}`,
    'agent-home@latest',
  ] as const;
  return {
    run: runWords.join(' '),
    runWords,
    sdk: [
      `npm config set --location=project @agent-home:registry=${registry}`,
      'npm install @agent-home/sdk',
    ],
    create: `npm create --yes --registry=${registry} agent-home@latest`,
    python: `pip install --index-url ${home}/packages/pypi/simple/ agent-home`,
  };
}
