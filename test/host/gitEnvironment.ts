import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { cleanEnvironment } from './childProcess';
import { TemporaryFolder } from './temporaryFolder';

/** Files of each new repository: no sample hooks, which each copy of it would copy. */
const template = new TemporaryFolder('git-template').path;
mkdirSync(path.join(template, 'info'));

/** The environment of a Git that asks nothing, and reads no configuration of the machine or its user. */
export function gitEnvironment(extra: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  return cleanEnvironment({
    GIT_CONFIG_GLOBAL: path.join(PROJECT_ROOT, 'test', 'host', 'gitconfig'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_TEMPLATE_DIR: template,
    GIT_TERMINAL_PROMPT: '0',
    ...extra,
  });
}
