/** The document with one operation, called `op`, and what it refers to; its answers are left out, since no request depends on them. */
export function onlyOperation(document, operation) {
  const [method, path] = split(operation);
  const item = document.paths[path];
  const kept = Object.fromEntries(Object.entries(item).filter(([key]) => !METHODS.has(key)));
  const own = { ...item[method], operationId: 'op', responses: { 200: { description: 'ok' } } };
  const {
    paths: _paths,
    components: _components,
    definitions: _definitions,
    parameters: _parameters,
    responses: _responses,
    webhooks: _webhooks,
    ...rest
  } = document;
  const made = { ...rest, paths: { [path]: { ...kept, [method]: own } } };
  const waiting = references(made);
  const seen = new Set(waiting);
  for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
    const value = copyAt(document, made, reference);
    for (const next of references(value)) if (!seen.has(next)) waiting.push((seen.add(next), next));
  }
  if (document.components?.securitySchemes) (made.components ??= {}).securitySchemes = document.components.securitySchemes;
  return structuredClone(made);
}

const METHODS = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']);
const split = (key) => [key.slice(0, key.indexOf(' ')).toLowerCase(), key.slice(key.indexOf(' ') + 1)];

function references(value) {
  const found = new Set();
  const visit = (each) => {
    if (typeof each !== 'object' || each === null) return;
    if (typeof each.$ref === 'string') found.add(each.$ref);
    Object.values(each).forEach(visit);
  };
  visit(value);
  return [...found];
}

function copyAt(from, to, reference) {
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step.replaceAll('~1', '/').replaceAll('~0', '~')));
  const last = steps.pop();
  let source = from;
  let target = to;
  for (const step of steps) {
    source = source[step];
    target = target[step] ??= {};
  }
  target[last] ??= source[last];
  return source[last];
}
