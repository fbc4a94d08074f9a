/** Language of an agent. */
export type Language = 'typescript' | 'python';

interface ProjectFile {
  from: string;
  to: string;
}

const same = (name: string): ProjectFile => ({ from: name, to: name });
/** npm does not pack files named `.gitignore`. */
const ignored: ProjectFile = { from: 'gitignore', to: '.gitignore' };

/** npm does not pack `.npmrc` either. */
const npmSettings: ProjectFile = { from: 'npmrc', to: '.npmrc' };

/** Listed one by one, so that no other file gets into a project. */
export const projectFiles: Record<Language, readonly ProjectFile[]> = {
  typescript: [
    ...[same('package.json'), same('tsconfig.json'), same('src/agent.ts'), same('src/ask.ts')],
    ...[same('README.md'), ignored, npmSettings],
  ],
  python: [
    ...[same('pyproject.toml'), same('requirements.txt'), same('agent.py'), same('README.md')],
    ignored,
  ],
};
