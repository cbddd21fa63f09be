/**
 * The program of the vetting worker, as text: it runs the same from source, from a build and from one bundled file, and reaches its
 * packages from where this module stands. It says which schema it begins, so that the one that kills it is known.
 */
export const VET_WORKER = `
const { parentPort, workerData } = require('node:worker_threads');
const { createRequire } = require('node:module');
const load = createRequire(workerData.resolveFrom);
const { Ajv2020 } = load('ajv/dist/2020.js');
const { RE2JS } = load('re2js');
const engine = Object.assign((pattern) => { const compiled = RE2JS.compile(pattern); return { test: (text) => compiled.test(text), toString: () => pattern }; }, { code: 'linear' });
// One compiler for all: making one compiles the meta-schema, which costs more than most schemas.
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false, code: { regExp: engine }, unicodeRegExp: false });
for (const [index, { schema, validates }] of workerData.schemas.entries()) {
  parentPort.postMessage({ begins: index });
  try {
    if (!ajv.validateSchema(schema)) {
      const [error] = ajv.errors;
      parentPort.postMessage({ index, pointer: error.instancePath, reason: 'is no JSON Schema 2020-12: ' + error.message });
    } else if (validates) ajv.compile(schema);
  } catch (error) {
    parentPort.postMessage({ index, pointer: '', reason: 'cannot be compiled: ' + String(error.message).slice(0, 200) });
  }
  ajv.removeSchema(schema);
}
parentPort.postMessage({ done: true });
`;
