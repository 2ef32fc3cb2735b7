import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** What a room may not reach for. The arrows: domain <- client, editor, ui; wire.ts alone sees them all. */
function room(name, packages, rooms, message) {
  const forbidden = [...packages, ...rooms.flatMap((other) => [`../**/${other}`, `../**/${other}/**`])];
  return {
    files: [`src/${name}/**/*.ts`],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ group: forbidden, message }] }] },
  };
}

export default tseslint.config(
  { ignores: ['dist/', 'out/', '.vscode-test/', 'node_modules/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
        {
          selector: ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility="private"]',
          message: 'Use #private.',
        },
        { selector: 'Program > VariableDeclaration[kind="let"]', message: 'No module-level state.' },
        {
          selector: 'Program > ExportNamedDeclaration > VariableDeclaration[kind="let"]',
          message: 'No module-level state.',
        },
      ],
    },
  },
  room(
    'domain',
    ['vscode', 'node:*', 'undici', 'zod', 'jsonc-parser'],
    ['client', 'editor', 'ui', 'extension', 'wire'],
    'The domain is true without an editor, a network or Node.',
  ),
  room(
    'client',
    ['vscode'],
    ['editor', 'ui', 'extension', 'wire', 'names'],
    'The client runs in plain Node, on the domain alone.',
  ),
  room('editor', ['undici', 'zod'], ['client', 'ui', 'extension', 'wire'], 'editor/ adapts VS Code to the domain.'),
  room(
    'ui',
    ['undici', 'zod', 'node:*'],
    ['client', 'editor', 'extension', 'wire'],
    'ui/ shows the domain and asks through ports.',
  ),
  {
    files: ['src/**/*.ts'],
    plugins: { regexp },
    // What is read comes from services, repositories and other people's files.
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: true }],
    },
  },
  {
    files: ['src/**/*.ts'],
    // In the extension host a rejection that nobody handles is an error of VS Code's log, without a word of ours.
    rules: { '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false }] },
  },
  {
    files: ['src/domain/**/*.ts'],
    rules: { 'no-restricted-globals': ['error', 'process', 'Buffer', 'require', 'setTimeout', 'fetch'] },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
);
