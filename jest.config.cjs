const swc = {
  jsc: {
    target: 'es2023',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
  module: { type: 'commonjs' },
};
// Packages that ship ES modules only; Jest runs everything as CommonJS (its ESM mode keeps 10 MB a spec file).
const esmOnly = ['@nestjs', 'cookie', 'file-type', 'strtok3', 'token-types', 'uint8array-extras', '@tokenizer', '@borewit', 'load-esm', 'iterare', 'uuidv7', 'find-my-way', '@scalar'];

const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['turnpike-source', 'node', 'node-addons'] },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.(ts|js|mjs)$': ['@swc/jest', swc] },
  transformIgnorePatterns: [`/node_modules/(?!(?:.*/node_modules/)?(?:${esmOnly.join('|')})/)`],
  modulePathIgnorePatterns: ['/dist/', '/.nx/'],
  setupFiles: ['reflect-metadata'],
};

module.exports = {
  testTimeout: 30000,
  projects: [
    { ...base, displayName: 'unit', testMatch: ['**/*.spec.ts'], testPathIgnorePatterns: ['/node_modules/', '/dist/', '\\.int\\.spec\\.ts$', '\\.e2e\\.spec\\.ts$'] },
    { ...base, displayName: 'int', testMatch: ['**/*.int.spec.ts', '**/*.e2e.spec.ts'], globalSetup: '<rootDir>/libs/testing/jest/start-postgres.cjs', globalTeardown: '<rootDir>/libs/testing/jest/stop-postgres.cjs' },
  ],
};
