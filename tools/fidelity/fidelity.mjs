// Whether an imported contract sends what the document says: its request and that of an independent client, swagger-client, at a recording server.
// `fidelity.mjs [document …] [--seed N] [--operations N] [--all]`. Exits 1 where a difference is unexplained or a document compared too little.
import { importDocument } from '@turnpike/domain-openapi';
import { patternFits } from '@turnpike/platform-schema';
import { compare } from './compare.mjs';
import { documents, loadOracle } from './documents.mjs';
import { explain } from './explained.mjs';
import { measureImport } from './measure-import.mjs';
import { openOurs } from './ours.mjs';
import { chooseSome, randomOf } from '../run/random.mjs';
import { startRecorder } from './recording-server.mjs';
import { sampleParams } from './sample-params.mjs';
import { chooseWay } from './sign-in.mjs';
import { openTheirs } from './theirs.mjs';

const LEAST = 30;
const SAMPLES = 3;
const words = process.argv.slice(2);
const numberOf = (name, otherwise) => (words.includes(name) ? Number(words[words.indexOf(name) + 1]) : otherwise);
const seed = numberOf('--seed', 20_260_101);
const wanted = words.includes('--all') ? Infinity : numberOf('--operations', 40);
const named = words.filter((word, at) => !word.startsWith('--') && !['--seed', '--operations'].includes(words[at - 1]));

const oracle = await loadOracle();
if (oracle === null) {
  console.log('swagger-client could not be installed, so nothing was compared.');
  process.exit(1);
}
const recorder = await startRecorder();
const sides = { ours: openOurs(recorder), theirs: openTheirs(oracle.Swagger, recorder) };
const rows = [];
const absent = [];
for (const document of documents()) {
  if (named.length > 0 && !named.includes(document.name)) continue;
  if (document.text === null) absent.push(document.name);
  else rows.push(await compareDocument(document));
}
print(rows);
if (absent.length > 0) console.log(`Not at hand, so not compared: ${absent.join(', ')}.`);
const failed = rows.filter(({ unexplained, compared, operations }) => unexplained > 0 || compared < Math.min(LEAST, operations));
process.exitCode = failed.length > 0 || rows.length === 0 ? 1 : 0;
await sides.ours.close();
await recorder.close();

async function compareDocument({ name, text, file, whole = false }) {
  const retrievedFrom = `https://${name}.example/`;
  const imported = importDocument({ text, packId: name, overlay: null, serverUrl: null, retrievedFrom, assigned: new Map(), patternFits });
  if (!imported.ok) throw new Error(`${name} was not imported: ${imported.pointer}: ${imported.reason}`);
  for (const { operation, reason } of imported.leftOut) console.log(`${name}: left out ${operation}: ${reason}`);
  const document = oracle.parse(text);
  const random = randomOf(seed);
  const row = {
    name,
    operations: imported.operations,
    imported: imported.contracts.length,
    compared: 0,
    requests: 0,
    explained: 0,
    unexplained: 0,
    ...(await measureImport(file)),
  };
  for (const contract of chooseSome(random, imported.contracts, whole ? Infinity : wanted)) {
    const operation = imported.sources[contract.capability_id];
    const prepared = await sides.theirs.prepare(document, operation, retrievedFrom);
    row.requests += await compareOperation({ row, random, document, prepared, operation, contract });
  }
  return row;
}

/** How many requests of the operation were compared; differences are counted in the row and printed where nothing explains them. */
async function compareOperation({ row, random, document, prepared, operation, contract }) {
  let requests = 0;
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const params = sampleParams(random, contract);
    if (params === null) {
      console.log(`${row.name}: ${operation}: no sample fits its schema`);
      break;
    }
    const way = chooseWay(random, document, operation);
    const differences = await differencesOf({ document, prepared, contract, params, way });
    requests += 1;
    for (const difference of differences) {
      const reason = explain(difference);
      row[reason === null ? 'unexplained' : 'explained'] += 1;
      if (reason === null)
        console.log(`${row.name}: ${operation}: ${JSON.stringify({ ...difference, document: undefined, contract: undefined, params })}`);
      else row.reasons = (row.reasons ?? new Map()).set(reason, (row.reasons?.get(reason) ?? 0) + 1);
    }
  }
  if (requests > 0) row.compared += 1;
  return requests;
}

async function differencesOf({ document, prepared, contract, params, way }) {
  const ours = await attempt(() => sides.ours.send(contract, params, way));
  const theirs = await attempt(() => sides.theirs.send(prepared, contract, params, way));
  if (ours.failed || theirs.failed)
    return [{ at: 'sending', ours: ours.failed ?? 'sent', theirs: theirs.failed ?? 'sent', document, contract, params }];
  const headerNames = contract.executor.parameters.filter((place) => place.in === 'header').map((place) => place.name);
  return (await compare(ours.request, theirs.request, [...headerNames, ...way.headers])).map((difference) => ({
    ...difference,
    document,
    contract,
    params,
  }));
}

async function attempt(send) {
  try {
    const request = await send();
    return request === null ? { failed: 'nothing arrived' } : { request };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

function print(table) {
  console.log(`\nseed ${seed}, ${SAMPLES} requests an operation\n`);
  console.log('| document | operations | imported | compared | requests | differences | explained | import ms | peak MiB |');
  console.log('|---|---|---|---|---|---|---|---|---|');
  for (const { name, operations, imported, compared, requests, explained, unexplained, milliseconds, mebibytes } of table)
    console.log(`| ${[name, operations, imported, compared, requests, unexplained, explained, milliseconds, mebibytes].join(' | ')} |`);
  const reasons = new Map();
  for (const row of table) for (const [reason, count] of row.reasons ?? []) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
  for (const [reason, count] of reasons) console.log(`- ${count} × ${reason}`);
}
