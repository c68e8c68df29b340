import { defineConfig } from 'oxlint';

/** Where hooks are. Elsewhere, functions named `useX` come from third-party libraries and are not hooks. */
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
    // Variables in small functions can have the natural name, even if an outer scope uses it too.
    'no-shadow': 'off',
    'typescript/no-explicit-any': 'error',
    // Methods of Fastify's instance return something that can be awaited but need not be.
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
    // JSON, rows and caught errors arrive as `any` or `unknown`; we state their type where we read them.
    'typescript/no-unsafe-type-assertion': 'off',
    // External input can have another type than its declaration says.
    'typescript/no-unnecessary-type-conversion': 'off',
    'typescript/no-useless-default-assignment': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/require-array-sort-compare': 'off',
    // Reports assertions as unnecessary that the compiler requires.
    'typescript/no-unnecessary-type-assertion': 'off',
    // The caller of a query states its row type.
    'typescript/no-unnecessary-type-parameters': 'off',
    // `pg` is CommonJS: only its default import works everywhere.
    'import/no-named-as-default-member': 'off',
    // Sorting a list that was created in the same expression has no side effects.
    'unicorn/no-array-sort': 'off',
    // Loops that wait for another task to change a variable are intentional.
    'no-unmodified-loop-condition': 'off',
    // Our modules return plain objects with functions, not methods that need their `this`.
    'typescript/unbound-method': 'off',
    // A small function next to its only use reads better than one far away.
    'unicorn/consistent-function-scoping': 'off',
    // The compiler checks returns and knows that process.exit never returns.
    'typescript/consistent-return': 'off',
    // Metrics register themselves on creation.
    'no-new': 'off',
    // A channel between our own tabs has no target origin; tests cover messages between windows.
    'unicorn/require-post-message-target-origin': 'off',
    'promise/no-promise-in-callback': 'off',
    'promise/always-return': 'off',
    // Controls get their content and roles from React Aria; axe checks the result in a browser.
    'jsx-a11y/anchor-has-content': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/role-has-required-aria-props': 'off',
    'jsx-a11y/no-noninteractive-element-interactions': 'off',
    // Regions that scroll sideways must be reachable by keyboard.
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    // Rules of the React Compiler, which is not used here.
    'react/set-state-in-effect': 'off',
    'react/purity': 'off',
    'import/no-unassigned-import': ['error', { allow: ['**/*.css', './zodSettings.ts'] }],
    // An effect's dependencies can include triggers that it does not read.
    'react/exhaustive-effect-dependencies': 'off',
    'import/no-named-as-default': 'off',
    // Input checks name control characters to reject them.
    'no-control-regex': 'off',
  },
  overrides: [
    { files: HOOKS, rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' } },
    { files: ['tools/**', 'dev/**', 'bench/**', 'e2e/**', '**/*.test.{ts,tsx}'], rules: { 'no-console': 'off' } },
  ],
});
