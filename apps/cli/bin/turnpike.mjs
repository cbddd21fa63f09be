#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const main = new URL('../dist/main.js', import.meta.url);
if (!existsSync(fileURLToPath(main))) {
  console.error('turnpike is not built yet: run npm start (or npm run build) once in its folder.');
  process.exit(70);
}
await import(main.href);
