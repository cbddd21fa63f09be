import { convertSchema, type SchemaReader } from './convert-schema.js';
import type { Node, OpenApiDocument } from './document.js';
import { lookUp } from './resolve-reference.js';

type Options = Pick<SchemaReader, 'document' | 'patternFits' | 'warn'>;

/** Converts shared schemas once each and hands a capability just those that it reaches, under `$defs`. */
export class SharedSchemas {
  private readonly converted = new Map<string, { schema: Node | boolean; uses: ReadonlySet<string> }>();

  constructor(private readonly options: Options) {}

  get document(): OpenApiDocument {
    return this.options.document;
  }

  readonly warn = (message: string): void => this.options.warn(message);

  /** A schema that stands alone: the converted parts, with every shared schema that they reach in `$defs`. */
  standAlone(build: (convert: (value: unknown, pointer: string) => Node | boolean) => Node): Node {
    const uses = new Set<string>();
    const schema = build((value, pointer) => convertSchema(this.reader(uses), value, pointer));
    const defs = this.reach(uses);
    return Object.keys(defs).length === 0 ? schema : { ...schema, $defs: defs };
  }

  private reach(first: ReadonlySet<string>): Record<string, Node | boolean> {
    const defs: Record<string, Node | boolean> = {};
    const waiting = [...first];
    const seen = new Set(waiting);
    for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
      const { schema, uses } = this.convert(reference);
      defs[nameOf(reference)] = schema;
      for (const next of uses) {
        if (seen.has(next)) continue;
        seen.add(next);
        waiting.push(next);
      }
    }
    return Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private convert(reference: string): { schema: Node | boolean; uses: ReadonlySet<string> } {
    const known = this.converted.get(reference);
    if (known) return known;
    const uses = new Set<string>();
    const schema = convertSchema(this.reader(uses), lookUp(this.document, reference, ''), reference.slice(1));
    const made = { schema, uses };
    this.converted.set(reference, made);
    return made;
  }

  private reader(uses: Set<string>): SchemaReader {
    return {
      ...this.options,
      share: (reference, pointer) => {
        lookUp(this.document, reference, pointer);
        uses.add(reference);
        return `#/$defs/${nameOf(reference)}`;
      },
    };
  }
}

/** `#/components/schemas/User` → `User`; other places keep their path, so that names never meet. Safe in a JSON Pointer as it is. */
function nameOf(reference: string): string {
  const short = reference.startsWith('#/components/schemas/') ? reference.slice('#/components/schemas/'.length) : reference.slice(2);
  return short.replace(/[^A-Za-z0-9_.-]/g, '_');
}
