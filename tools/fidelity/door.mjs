// How long the whole product takes to import a document through its REST door, published and findable, and its peak of memory while it does:
// `door.mjs FILE`.
import { readFileSync } from 'node:fs';
import { startProduct } from '../demo/product.mjs';

const product = await startProduct();
const memory = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${product.pid}/status`, 'utf8'))[1]) / 1024;
try {
  const before = memory();
  for (const again of [false, true]) {
    const started = performance.now();
    const answer = await fetch(`${product.url}/v1/admin/packs/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${product.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ pack_id: 'measured', document: readFileSync(process.argv[2], 'utf8') }),
    });
    const { data, error } = await answer.json();
    if (error) throw new Error(error.message);
    const { operations, imported, published, unchanged } = data;
    console.log(
      JSON.stringify({ again, milliseconds: Math.round(performance.now() - started), operations, imported, published, unchanged }),
    );
  }
  console.log(`peak of the product's process ${Math.round(memory())} MiB, before the import ${Math.round(before)} MiB (Linux, resident)`);
} finally {
  await product.stop();
}
