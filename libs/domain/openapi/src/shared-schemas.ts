import { convertSchema, type Direction, type SchemaReader } from './convert-schema.js';
import type { Node, OpenApiDocument } from './document.js';
import { lookUp } from './resolve-reference.js';

type Options = Pick<SchemaReader, 'document' | 'patternFits' | 'warn'>;

/** Converts shared schemas once each and hands a capability just those that it reaches, under `$defs`. */
export class SharedSchemas {
  private readonly names = new Map<string, string>();
  private readonly taken = new Set<string>();
  private readonly converted = new Map<string, { schema: Node | boolean; uses: ReadonlySet<string> }>();

  constructor(private readonly options: Options) {}

  get document(): OpenApiDocument {
    return this.options.document;
  }

  readonly warn = (message: string): void => this.options.warn(message);

  /** A schema that stands alone: the converted parts, with every shared schema that they reach in `$defs`. */
  standAlone(direction: Direction, build: (convert: (value: unknown, pointer: string) => Node | boolean) => Node): Node {
    const uses = new Set<string>();
    const schema = build((value, pointer) => convertSchema(this.reader(direction, uses), value, pointer));
    const defs = this.reach(direction, uses);
    return Object.keys(defs).length === 0 ? schema : { ...schema, $defs: defs };
  }

  private reach(direction: Direction, first: ReadonlySet<string>): Record<string, Node | boolean> {
    const defs: Record<string, Node | boolean> = {};
    const waiting = [...first];
    const seen = new Set(waiting);
    for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
      const { schema, uses } = this.convert(direction, reference);
      defs[this.nameOf(reference)] = schema;
      for (const next of uses) {
        if (seen.has(next)) continue;
        seen.add(next);
        waiting.push(next);
      }
    }
    return Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  private convert(direction: Direction, reference: string): { schema: Node | boolean; uses: ReadonlySet<string> } {
    const known = this.converted.get(`${direction} ${reference}`);
    if (known) return known;
    const uses = new Set<string>();
    const schema = convertSchema(this.reader(direction, uses), lookUp(this.document, reference, ''), reference.slice(1));
    const made = { schema, uses };
    this.converted.set(`${direction} ${reference}`, made);
    return made;
  }

  private reader(direction: Direction, uses: Set<string>): SchemaReader {
    return {
      ...this.options,
      direction,
      share: (reference, pointer) => {
        lookUp(this.document, reference, pointer);
        uses.add(reference);
        return `#/$defs/${this.nameOf(reference)}`;
      },
    };
  }

  /** What a reference is called under `$defs`; two that would be called the same are told apart by a number. */
  private nameOf(reference: string): string {
    const known = this.names.get(reference);
    if (known !== undefined) return known;
    const plain = plainName(reference);
    let name = plain;
    for (let number = 2; this.taken.has(name); number += 1) name = `${plain}_${number}`;
    this.names.set(reference, name);
    this.taken.add(name);
    return name;
  }
}

/** `#/components/schemas/User`, `#/definitions/User` → `User`; other places keep their path. Safe in a JSON Pointer as it is, and no name of an object's prototype. */
function plainName(reference: string): string {
  const short = reference.replace(/^#\/(components\/schemas\/|definitions\/)?/, '');
  const name = short.replace(/[^A-Za-z0-9_.-]/g, '_');
  return name === '__proto__' ? 'proto' : name;
}
