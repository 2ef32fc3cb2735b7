import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The features, from the lowest up: each uses only those before it. Those of one row do not know each other. */
const features = [
  ...[
    'base',
    'client',
    'service',
    'settings',
    'repository',
    'conversations',
    'answer',
    'result',
    'mcp',
    'draft',
    'start',
  ].map((one) => [one]),
  ['entry', 'help'],
];

/** Packages that only one feature may use, in its plain storey or in both. */
const packages = { undici: 'client', zod: 'client', 'jsonc-parser': 'mcp' };

/** Files beside the features, which put them together. */
const wiring = ['extension', 'main', 'wire', 'registerCommands', 'featureCommands', 'onDemand', 'api'];

/**
 * The imports that are forbidden in one storey of a feature: other features that are above or beside it, and, without an
 * editor, what needs one.
 */
export const boundaries = features.flatMap((row, index) =>
  row.flatMap((feature) => {
    const others = [...row.filter((one) => one !== feature), ...features.slice(index + 1).flat()];
    const foreign = Object.keys(packages).filter((name) => packages[name] !== feature);
    const always = [...foreign, ...[...others, ...wiring].flatMap(notFrom)];
    const message = `src/${feature}: only what is below, see "Where things are" in CONTRIBUTING.md.`;
    const rule = (group) => ({
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ group, message }] }],
    });
    return [
      { files: [`src/${feature}/**/*.ts`], rules: rule([...always, 'vscode', '**/vscode/**', '../**/names']) },
      { files: [`src/${feature}/vscode/**/*.ts`], rules: rule(always) },
    ];
  }),
);

/** A folder or a file beside the features, from anywhere inside of them. */
function notFrom(name) {
  return [`../**/${name}/**`, `../**/${name}`];
}

// State that can change: variables, and containers whose type allows it.
const container = 'NewExpression[callee.name=/^(Map|Set|WeakMap|WeakSet)$/]';
const moduleState = [
  'VariableDeclaration[kind="let"]',
  `VariableDeclaration > VariableDeclarator:not([id.typeAnnotation]) > ${container}`,
  `VariableDeclaration > VariableDeclarator[id.typeAnnotation.typeAnnotation.typeName.name=/^(Weak)?(Map|Set)$/] > ${container}`,
];

const general = [
  { selector: 'ExportDefaultDeclaration', message: 'Name what you export.' },
  {
    selector: ':matches(PropertyDefinition, MethodDefinition[kind!="constructor"])[accessibility="private"]',
    message: 'Use #private.',
  },
  {
    selector:
      ':matches(ObjectExpression > SpreadElement > ObjectExpression, ArrayExpression > SpreadElement > ArrayExpression)',
    message: 'Write the members out.',
  },
  {
    selector: 'ForStatement[init]:not([test])',
    message: 'Declare the variable before a while, or before a for without end.',
  },
  ...moduleState.map((declared) => ({
    selector: `:matches(Program, Program > ExportNamedDeclaration) > ${declared}`,
    message: 'No module-level state: give it to the object whose state it is, or a Readonly type.',
  })),
];

const apiName = 'value=/^(v0|v1|agent)$/';
const apiQuestions = [
  `BinaryExpression:matches([left.property.name=/^(api|name)$/i], [left.name=/api$/i]) > Literal[${apiName}]`,
  `SwitchCase > Literal[${apiName}]`,
].map((selector) => ({ selector, message: "Don't ask which API it is: add what differs to ServiceApi." }));

/** VS Code has no other way to show an icon in these. */
const iconTexts = [
  'CallExpression[callee.property.name="setStatusBarMessage"] *',
  'Property[key.name="text"] *',
  'FunctionDeclaration[id.name="lens"] *',
];

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
      // The compiler and Prettier find these, or they can't be here: classes have private names, and there are no enums.
      // Each costs seconds.
      '@typescript-eslint/no-unused-vars': 'off',
      'no-unexpected-multiline': 'off',
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/no-unsafe-enum-assignment': 'off',
      'no-restricted-syntax': ['error', ...general],
    },
  },
  ...boundaries,
  {
    files: ['src/**/*.ts'],
    plugins: { regexp },
    rules: {
      'no-restricted-syntax': ['error', ...general, ...apiQuestions],
      // Every text that is read comes from services, repositories and other people's files.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: true }],
    },
  },
  {
    files: ['src/**/vscode/**/*.ts'],
    // Lists have `iconPath`: a screen reader reads the name of an icon in a label.
    rules: {
      'no-restricted-syntax': [
        'error',
        ...general,
        ...apiQuestions,
        ...['Literal[value=/^\\$\\([\\w~-]+\\)/]', 'TemplateLiteral[quasis.0.value.raw=/^\\$\\(/]'].map((text) => ({
          selector: `${text}:not(${iconTexts.join(', ')})`,
          message: 'Give the row an iconPath. Only the status bar and code lenses have icons in their texts.',
        })),
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    // In the extension host a rejection that nobody handles is an error of VS Code's log, without a word of ours.
    rules: { '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: false, checkThenables: true }] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/base/vscode/quickInputs.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        ...['showQuickPick', 'showInputBox'].map((property) => ({
          property,
          message:
            'Use that of base/vscode/quickInputs, which keeps the focus above a walkthrough, and takes no Enter that opened it.',
        })),
        { object: 'URL', property: 'canParse', message: 'Use isUrl of base/url, which says why.' },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      'no-console': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // It looks up each name, which takes a sixth of the time. What is deprecated is found where src uses it.
      '@typescript-eslint/no-deprecated': 'off',
    },
  },
  {
    files: ['**/*.mjs'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
  },
);
