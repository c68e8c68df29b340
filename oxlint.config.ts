import { defineConfig } from 'oxlint';

/** Where React code lives: hooks and markup rules count there and nowhere else. */
const REACT = ['packages/{ui,content,sidebar}/**', 'apps/{web,studio}/**'];

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
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/await-thenable': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'react/rules-of-hooks': 'off',
    // React 19's JSX transform needs no import.
    'react/react-in-jsx-scope': 'off',
    // JSON, rows and caught errors come in as `any` or `unknown`; a stated type beside the read is our habit.
    'typescript/no-unsafe-type-assertion': 'off',
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
    // Metrics register themselves when they are made.
    'no-new': 'off',
    // Input checks name control characters to refuse them.
    'no-control-regex': 'off',
  },
  overrides: [
    { files: REACT, rules: { 'react/rules-of-hooks': 'error', 'react/exhaustive-deps': 'error' } },
    { files: ['tools/**', 'dev/**', 'bench/**', 'e2e/**'], rules: { 'no-console': 'off' } },
  ],
});
