import { defineConfig } from 'oxlint'

const everywhere = ['eslint', 'typescript', 'unicorn', 'oxc', 'import', 'promise', 'node'] as const

export default defineConfig({
  plugins: [...everywhere],
  jsPlugins: ['./scripts/boundaries/plugin.ts', './scripts/suite/lint-plugin.ts'],
  categories: { correctness: 'error', suspicious: 'error' },
  options: { reportUnusedDisableDirectives: 'error' },
  ignorePatterns: [
    'contracts/artifacts',
    'verifier/verify.mjs',
    '**/dist',
    '**/dist.*',
    '**/test-results',
    '**/playwright-report',
  ],
  rules: {
    'boundaries/imports': 'error',
    'import/no-default-export': 'error',
    'max-lines': ['error', { max: 300 }],
    'node/no-process-env': 'error',
    'no-console': 'error',
    'no-else-return': 'error',
    'no-param-reassign': 'error',
    'no-var': 'error',
    'prefer-const': 'error',
    eqeqeq: 'error',
    'typescript/await-thenable': 'error',
    'typescript/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-misused-spread': ['error', { allow: ['string'] }],
    'typescript/no-non-null-assertion': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/require-array-sort-compare': ['error', { ignoreStringArrays: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/switch-exhaustiveness-check': 'error',
    // At the boundaries (errors, rows, JSON) a cast says what is known, and the compiler rejects impossible ones.
    'typescript/no-unsafe-type-assertion': 'off',
    // `pg`, `react` and others are meant to be used through their default export.
    'import/no-named-as-default-member': 'off',
    // Style sheets, fonts and type augmentations are imported for their effect.
    'import/no-unassigned-import': 'off',
    // Control characters in patterns are intended: names and texts are checked for them.
    'no-control-regex': 'off',
    // A small function beside its only use reads better than one moved away from it.
    'unicorn/consistent-function-scoping': 'off',
  },
  overrides: [
    {
      files: ['apps/web/src/**'],
      plugins: [...everywhere, 'react', 'jsx-a11y'],
      rules: {
        'react/rules-of-hooks': 'error',
        'react/exhaustive-deps': 'error',
        'react/react-in-jsx-scope': 'off',
        // Screens that load lazily are default exports.
        'import/no-default-export': 'off',
        'no-console': ['error', { allow: ['warn', 'error'] }],
      },
    },
    {
      files: ['**/*.test.ts', '**/*.test.tsx', 'e2e/**', 'apps/server/src/testing/**'],
      plugins: [...everywhere, 'vitest'],
      rules: {
        'node/no-process-env': 'off',
        'max-lines': 'off',
        'vitest/no-focused-tests': 'error',
        'vitest/no-disabled-tests': 'error',
        'typescript/no-non-null-assertion': 'off',
      },
    },
    { files: ['**/*.test.ts', 'apps/server/src/testing/**'], rules: { 'suite/patience': 'error' } },
    {
      files: [
        '**/*.config.ts',
        'scripts/boundaries/plugin.ts',
        'scripts/suite/lint-plugin.ts',
        '**/global-setup.ts',
        'e2e/remove-data.ts',
        'e2e/start-servers.ts',
        'e2e/stop-console.ts',
      ],
      rules: { 'import/no-default-export': 'off', 'node/no-process-env': 'off' },
    },
    // A catalogue is as long as what it lists.
    { files: ['apps/web/src/**/*copy.ts'], rules: { 'max-lines': 'off' } },
    { files: ['**/apps/server/src/env.ts'], rules: { 'node/no-process-env': 'off' } },
    {
      files: ['scripts/**', 'bench/**', 'simulation/**', 'deploy/**', 'apps/server/src/cli/run.ts'],
      rules: { 'node/no-process-env': 'off', 'no-console': 'off' },
    },
  ],
})
