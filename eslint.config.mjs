import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** The features, lowest first. Each may use those in the rows before its own, but not the others in its row. */
const features = [
  ['base'],
  ['client'],
  ['service'],
  ['settings'],
  ['repository'],
  ['conversations'],
  ['answer'],
  ['result'],
  ['mcp'],
  ['draft'],
  ['start'],
  ['entry', 'help'],
];

/** Packages that only one feature may use. */
const packages = { undici: 'client', zod: 'client', 'jsonc-parser': 'mcp' };

/** Files outside the features, which put them together. */
const wiring = ['extension', 'main', 'wire', 'onDemand', 'api'];

/**
 * The forbidden imports of each feature: packages of other features, the features above and beside it, and, outside its
 * folder `vscode`, everything that needs VS Code.
 */
export const boundaries = features.flatMap((row, index) =>
  row.flatMap((feature) => {
    const others = [...row.filter((one) => one !== feature), ...features.slice(index + 1).flat()];
    const foreign = Object.keys(packages).filter((name) => packages[name] !== feature);
    const always = [...foreign, ...[...others, ...wiring].flatMap(notFrom)];
    const message = `src/${feature} may only use what is below it, see "Where things are" in CONTRIBUTING.md.`;
    const rule = (group) => ({
      '@typescript-eslint/no-restricted-imports': ['error', { patterns: [{ group, message }] }],
    });
    return [
      { files: [`src/${feature}/**/*.ts`], rules: rule([...always, 'vscode', '**/vscode/**', '../**/names']) },
      { files: [`src/${feature}/vscode/**/*.ts`], rules: rule(always) },
    ];
  }),
);

/** Patterns for imports of a feature, or of a file outside the features. */
function notFrom(name) {
  return [`../**/${name}/**`, `../**/${name}`];
}

// Declarations of state that can change: variables, and containers without a read-only type.
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
      // Each of these takes seconds. The compiler or Prettier reports the same, or there is nothing to report: the project
      // has no enums, and its classes use #private names.
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
      // Texts come from services, repositories and other people's files: a long one could block the extension host.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false, ignoreSticky: true }],
    },
  },
  {
    files: ['src/**/vscode/**/*.ts'],
    // A screen reader reads the name of an icon in a label aloud, so rows of lists have an `iconPath` instead.
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
    // The extension host reports an unhandled rejection in VS Code's own log only, where users don't look.
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
            'Use the function in base/vscode/quickInputs, which keeps the focus above a walkthrough and ignores the Enter that opened it.',
        })),
        { object: 'URL', property: 'canParse', message: 'Use isUrl in base/url, whose comment explains why.' },
      ],
    },
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
