import { defineConfig } from 'oxlint';

/** Where hooks are; elsewhere a function may be called `useX` by a library of other people. */
const HOOKS = ['**/*.tsx', '**/use*.ts'];

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'oxc', 'react', 'jsx-a11y', 'import', 'promise', 'node'],
  jsPlugins: ['./tools/checks/zonesRule.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: 'error' },
  env: { builtin: true, browser: true, node: true },
  ignorePatterns: ['**/dist/**', '**/*.generated.ts', 'coverage/**'],
  rules: {
    'portico/zones': 'error',
    'import/no-cycle': 'error',
    'no-console': 'error',
    'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    // Variables in small functions may be called what they are, whatever surrounds them.
    'no-shadow': 'off',
    'typescript/no-explicit-any': 'error',
    // What Fastify's instance returns can be awaited but need not be.
    'typescript/no-floating-promises': [
      'error',
      { allowForKnownSafePromises: [{ from: 'package', package: 'fastify', name: ['FastifyInstance'] }] },
    ],
    'typescript/no-misused-promises': ['error', { checksVoidReturn: { arguments: false, properties: false } }],
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    'typescript/no-misused-spread': ['error', { allow: ['string', 'Storage'] }],
    'react/rules-of-hooks': 'off',
    // React 19's JSX transform needs no import.
    'react/react-in-jsx-scope': 'off',
    // JSON, rows and caught errors come in as `any` or `unknown`; a stated type beside the read is our habit.
    'typescript/no-unsafe-type-assertion': 'off',
    // Input from outside may be of another type than its declaration says.
    'typescript/no-unnecessary-type-conversion': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/require-array-sort-compare': 'off',
    // It takes assertions for needless that the compiler asks for.
    'typescript/no-unnecessary-type-assertion': 'off',
    // A query's row type is stated by its caller.
    'typescript/no-unnecessary-type-parameters': 'off',
    // `pg` is CommonJS: its default import is the one that works everywhere.
    'import/no-named-as-default-member': 'off',
    // Sorting a list that was made in the same expression changes nobody else's list.
    'unicorn/no-array-sort': 'off',
    // Loops that wait for another task to change a variable are meant.
    'no-unmodified-loop-condition': 'off',
    // Modules here return functions in plain objects, not methods that need their `this`.
    'typescript/unbound-method': 'off',
    // A small function beside its only use reads better than one far away.
    'unicorn/consistent-function-scoping': 'off',
    // The compiler checks returns, and knows that process.exit does not.
    'typescript/consistent-return': 'off',
    // Metrics register themselves when they are made.
    'no-new': 'off',
    // A channel between our own tabs has no target origin; messages between windows are tested.
    'unicorn/require-post-message-target-origin': 'off',
    'promise/no-promise-in-callback': 'off',
    'promise/always-return': 'off',
    // Controls get their content and roles from React Aria; axe looks at the result in a browser.
    'jsx-a11y/anchor-has-content': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/role-has-required-aria-props': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    // What scrolls sideways must be reachable by keyboard.
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    // Rules of the React Compiler, which is not used here.
    'react/set-state-in-effect': 'off',
    'react/purity': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', './zodSettings.ts'] }],
    // An effect may name what makes it run again, not only what it reads.
    'react/exhaustive-effect-dependencies': 'off',
    'import/no-named-as-default': 'off',
    // Input checks name control characters to refuse them.
    'no-control-regex': 'off',
  },
  overrides: [
    { files: HOOKS, rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' } },
    { files: ['tools/**', 'dev/**', 'bench/**', 'e2e/**', '**/*.test.{ts,tsx}'], rules: { 'no-console': 'off' } },
  ],
});
