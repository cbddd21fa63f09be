import { joinFiles, type Files } from './join-files.js';
import { parseText } from './parse-text.js';
import { swaggerServers } from './swagger-operation.js';
import { BrokenDocument, isNode, nodeAt, textOf, type Node, type OpenApiDocument } from './document.js';

/** Reads JSON or YAML text as a Swagger 2.0, an OpenAPI 3.0 or 3.1 document, the files beside it with it. Throws BrokenDocument naming where and why. */
export function parseOpenApi(text: string, files: Files = {}): OpenApiDocument {
  const read = parseText(text);
  if (!isNode(read)) throw new BrokenDocument('', 'the document must be an object');
  const root = joinFiles(read, files);
  if (root['swagger'] !== undefined) return readSwagger(root);
  const version = textOf(root, 'openapi');
  const dialect = /^3\.([01])\.\d+/.exec(version)?.[1];
  if (dialect === undefined) throw new BrokenDocument('/openapi', `must be 3.0.x or 3.1.x, not ${JSON.stringify(root['openapi'] ?? null)}`);
  checkRoot(root);
  return { root, dialect: dialect === '0' ? '3.0' : '3.1' };
}

/** Its parts stay where references look for them; only what 3.x keeps elsewhere is put there too. */
function readSwagger(root: Node): OpenApiDocument {
  if (root['swagger'] !== '2.0') throw new BrokenDocument('/swagger', `must be 2.0, not ${JSON.stringify(root['swagger'])}`);
  checkRoot(root);
  const components = { securitySchemes: nodeAt(root, 'securityDefinitions', '') };
  return { root: { ...root, servers: swaggerServers(root), components }, dialect: '2.0' };
}

function checkRoot(root: Node): void {
  if (!isNode(root['info'])) throw new BrokenDocument('/info', 'must be an object with title and version');
  if (root['paths'] !== undefined && !isNode(root['paths'])) throw new BrokenDocument('/paths', 'must be an object');
}
