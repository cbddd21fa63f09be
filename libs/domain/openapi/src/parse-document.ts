import { parseDocument as parseYaml } from 'yaml';
import { BrokenDocument, isNode, textOf, type OpenApiDocument } from './document.js';

/** Aliases a YAML document may expand to; more is a bomb, not a description. */
const MOST_YAML_ALIASES = 1_000;

/** Reads JSON or YAML text as an OpenAPI 3.0 or 3.1 document. Throws BrokenDocument naming where and why. */
export function parseOpenApi(text: string): OpenApiDocument {
  const root = parseText(text);
  if (!isNode(root)) throw new BrokenDocument('', 'the document must be an object');
  if (typeof root['swagger'] === 'string')
    throw new BrokenDocument('/swagger', 'Swagger 2.0 is not read; convert the document to OpenAPI 3');
  const version = textOf(root, 'openapi');
  const dialect = /^3\.([01])\.\d+/.exec(version)?.[1];
  if (dialect === undefined) throw new BrokenDocument('/openapi', `must be 3.0.x or 3.1.x, not ${JSON.stringify(root['openapi'] ?? null)}`);
  if (!isNode(root['info'])) throw new BrokenDocument('/info', 'must be an object with title and version');
  if (root['paths'] !== undefined && !isNode(root['paths'])) throw new BrokenDocument('/paths', 'must be an object');
  return { root, dialect: dialect === '0' ? '3.0' : '3.1' };
}

function parseText(text: string): unknown {
  const trimmed = text.trimStart();
  if (trimmed.startsWith('{')) {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw new BrokenDocument('', `the JSON cannot be read: ${(error as Error).message}`);
    }
  }
  const document = parseYaml(text, { prettyErrors: true, uniqueKeys: true });
  const [problem] = document.errors;
  if (problem) throw new BrokenDocument('', `the YAML cannot be read: ${problem.message.split('\n')[0] ?? ''}`);
  try {
    // Through JSON once: an alias within itself makes a value without end, and .nan and .inf are no values of a document.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: MOST_YAML_ALIASES })) ?? 'null') as unknown;
  } catch (error) {
    throw new BrokenDocument('', `the YAML cannot be read: ${(error as Error).message}`);
  }
}
