import { LIMITS } from '@turnpike/contracts';
import { findSchemaLoop } from '@turnpike/kernel';
import { convertSchema, type Direction, type SchemaReader } from './convert-schema.js';
import { BrokenDocument, type Node, type OpenApiDocument } from './document.js';
import { lookUp } from './resolve-reference.js';

/** Nothing more of the document is read. */
export class TooLarge extends BrokenDocument {
  constructor(reason: string) {
    super('', reason);
  }
}

/** A schema no value can be checked against; the rest of the document is none the worse for it. */
export class UnusableSchema extends BrokenDocument {
  constructor(reason: string) {
    super('', reason);
  }
}

type Options = Pick<SchemaReader, 'document' | 'patternFits' | 'warn'>;

interface Converted {
  readonly schema: Node | boolean;
  readonly uses: ReadonlySet<string>;
  readonly bytes: number;
}

/** Converts shared schemas once each and hands a capability just those that it reaches, under `$defs`. */
export class SharedSchemas {
  private spent = 0;
  private readonly names = new Map<string, string>();
  private readonly taken = new Map<string, number>();
  private readonly converted = new Map<string, Converted>();

  constructor(private readonly options: Options) {}

  get document(): OpenApiDocument {
    return this.options.document;
  }

  readonly warn = (message: string): void => this.options.warn(message);

  /** A schema that stands alone: the converted parts, with every shared schema that they reach in `$defs`. */
  standAlone(direction: Direction, build: (convert: (value: unknown, pointer: string) => Node | boolean) => Node): Node {
    const uses = new Set<string>();
    const schema = build((value, pointer) => convertSchema(this.reader(direction, uses), value, pointer));
    const defs = this.reach(direction, uses, sizeOf(schema));
    if (Object.keys(defs).length === 0) return schema;
    const made = { ...schema, $defs: defs };
    const loop = findSchemaLoop(made);
    if (loop !== null) throw new UnusableSchema(`its schema ${loop} leads back to itself, so that no value could be checked against it`);
    return made;
  }

  private reach(direction: Direction, first: ReadonlySet<string>, ownBytes: number): Record<string, Node | boolean> {
    let total = ownBytes;
    const defs: Record<string, Node | boolean> = {};
    const waiting = [...first];
    const seen = new Set(waiting);
    for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
      const { schema, uses, bytes } = this.convert(direction, reference);
      total += bytes;
      if (total > LIMITS.schemaBytes) break;
      defs[this.nameOf(reference)] = schema;
      for (const next of uses) {
        if (seen.has(next)) continue;
        seen.add(next);
        waiting.push(next);
      }
    }
    this.spend(total);
    if (total > LIMITS.schemaBytes)
      throw new UnusableSchema(`with all that it refers to its schema has more than ${LIMITS.schemaBytes} bytes`);
    return Object.fromEntries(Object.entries(defs).sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** One large schema in each of thousands of contracts would fill the memory, though it stands in the document once. */
  private spend(bytes: number): void {
    this.spent += bytes;
    if (this.spent > LIMITS.importContractBytes)
      throw new TooLarge(`its schemas, repeated in each contract that uses them, come to more than ${LIMITS.importContractBytes} bytes`);
  }

  private convert(direction: Direction, reference: string): Converted {
    const known = this.converted.get(`${direction} ${reference}`);
    if (known) return known;
    const uses = new Set<string>();
    const schema = convertSchema(this.reader(direction, uses), lookUp(this.document, reference, ''), reference.slice(1));
    const made = { schema, uses, bytes: sizeOf(schema) };
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
    // Numbers go on from the last one given: thousands of names may come to the same.
    for (let number = this.taken.get(plain) ?? 1; this.taken.has(name); number += 1) {
      name = `${plain}_${number + 1}`;
      this.taken.set(plain, number + 1);
    }
    this.taken.set(name, this.taken.get(name) ?? 1);
    this.names.set(reference, name);
    return name;
  }
}

const sizeOf = (schema: Node | boolean): number => Buffer.byteLength(JSON.stringify(schema));

/** `#/components/schemas/User`, `#/definitions/User` → `User`; other places keep their path. Safe in a JSON Pointer as it is, and no name of an object's prototype. */
function plainName(reference: string): string {
  const short = reference.replace(/^#\/(components\/schemas\/|definitions\/|x-turnpike-files\/)?/, '').replace(/~[01]/g, '_');
  const name = short.replace(/[^A-Za-z0-9_.-]+/g, '_');
  return name === '__proto__' ? 'proto' : name;
}
