import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The features, from the lowest up: each uses only those before it. Those of one row do not know each other. */
const features = [
  ...['base', 'client', 'service', 'settings', 'repository', 'conversations', 'result', 'mcp', 'draft', 'start'].map(
    (one) => [one],
  ),
  ['entry', 'help'],
];

/** The layers of a feature, from the lowest up, with the packages that they must not reach for. */
const layers = [
  { layer: 'common', packages: ['vscode', 'node:*', 'undici', 'zod', 'jsonc-parser'] },
  { layer: 'node', packages: ['vscode', 'undici', 'zod', 'jsonc-parser'] },
  { layer: 'vscode', packages: ['undici', 'zod'] },
];

/** The packages that one layer of one feature alone may use. */
const allowed = { 'client/node': ['undici', 'zod'] };

const rows = features.flatMap((row, index) =>
  row.map((feature) => ({ feature, row, above: features.slice(index + 1) })),
);

/** What the files of one layer of one feature may not import: what is above them, and what is beside the features. */
const boundaries = rows.flatMap(({ feature, row, above }) =>
  layers.map(({ layer, packages }, height) => {
    const others = [...row.filter((one) => one !== feature), ...above.flat()];
    const higher = layers.slice(height + 1).map((one) => one.layer);
    const special = allowed[`${feature}/${layer}`] ?? [];
    const group = [
      ...packages.filter((one) => !special.includes(one)),
      ...[...others, ...higher].map((one) => `../**/${one}/**`),
      ...[
        'extension',
        'wire',
        'registerCommands',
        'onDemand',
        'startSources',
        'api',
        ...(layer === 'vscode' ? [] : ['names']),
      ].map((one) => `../**/${one}`),
    ];
    const message = `src/${feature}/${layer}: only what is below, see "Where things are" in the README.`;
    return {
      files: [`src/${feature}/${layer}/**/*.ts`],
      rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
    };
  }),
);

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
      '@typescript-eslint/switch-exhaustiveness-check': ['error'],
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
  ...boundaries,
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
    files: ['src/*/common/**/*.ts'],
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
