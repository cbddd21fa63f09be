import { z } from 'zod';

type Json = Record<string, unknown>;

/** JSON Schemas of an OpenAPI document; those with a name of their own are gathered under `components` and referred to. */
export class ComponentSchemas {
  private readonly named: Record<string, Json> = {};

  input(schema: z.ZodType): Json {
    return this.convert(schema, 'input');
  }

  answer(schema: z.ZodType): Json {
    return this.convert(schema, 'output');
  }

  all(): Json {
    return this.named;
  }

  private convert(schema: z.ZodType, io: 'input' | 'output'): Json {
    // Wrapped, so that a schema with a name becomes a reference even when it stands at the top.
    const text = JSON.stringify(z.toJSONSchema(z.object({ it: schema }), { io, reused: 'inline' })).replaceAll('"#/$defs/', '"#/components/schemas/');
    const { $defs = {}, properties } = JSON.parse(text) as { $defs?: Record<string, Json>; properties: { it: Json } };
    for (const [name, { id: _id, ...definition }] of Object.entries($defs)) this.named[name] ??= definition;
    return properties.it;
  }
}
