// Forks the product and speaks with it.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const START_MS = 60_000;
const COMMAND_MS = 30_000;
const PROGRAM = fileURLToPath(new URL('./product.mjs', import.meta.url));

export async function startProduct(settings) {
  const child = fork(PROGRAM, [JSON.stringify(settings)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: ['--max-old-space-size=512'],
  });
  const waiting = new Map();
  let asked = 0;
  let letReady;
  const ready = new Promise((resolve) => (letReady = resolve));
  child.on('message', (message) => {
    if (message.ready) return letReady(message);
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    return message.ok ? resolve() : reject(new Error(message.error));
  });
  const gone = new Promise((resolve) => child.once('exit', resolve));
  void gone.then(() => {
    for (const { reject } of waiting.values()) reject(new Error('the product is gone'));
  });
  const { url, first } = await within(
    START_MS,
    Promise.race([ready, gone.then(() => Promise.reject(new Error('the product ended at its start')))]),
    'the product did not start',
  );
  const tell = (command) => {
    const id = (asked += 1);
    const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
    child.send({ id, command }, (error) => error && waiting.get(id)?.reject(new Error('the product is gone')));
    return within(COMMAND_MS, answered, `no answer to: ${command}`);
  };
  return { url, first, tell, gone, stop: () => tell('close').then(() => gone), kill: () => child.kill('SIGKILL') };
}

function within(ms, work, why) {
  let timer;
  const late = new Promise((_resolve, reject) => (timer = setTimeout(() => reject(new Error(why)), ms)));
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
