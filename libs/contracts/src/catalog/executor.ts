import * as z from 'zod';

/** Where one top-level field of `params` goes in the outgoing request, and how it is written there. */
export const parameterPlace = z.object({
  /** Field of `params`. */
  field: z.string().max(200),
  in: z.enum(['path', 'query', 'header', 'cookie']),
  /** The name on the wire; may differ from `field` when two places use the same name. */
  name: z.string().max(200),
  style: z.enum(['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject']),
  explode: z.boolean(),
  allow_reserved: z.boolean().default(false),
  /** Set when the parameter is declared by `content`: it is serialised as JSON text. */
  json: z.boolean().default(false),
});
export type ParameterPlace = z.infer<typeof parameterPlace>;

/** How a field of a form is written where its style is stated (OpenAPI, Encoding Object): as a query parameter of that style. */
const formStyle = z.object({
  style: z.enum(['form', 'spaceDelimited', 'pipeDelimited', 'deepObject']),
  explode: z.boolean(),
  allow_reserved: z.boolean(),
});
export type FormStyle = z.infer<typeof formStyle>;

const bodyField = z.object({
  /** Field of `params`. */
  field: z.string().max(200),
  /** The name in the body. */
  name: z.string().max(200),
  /** Forms only. Without it a list repeats its name and an object is written as JSON text. */
  style: formStyle.optional(),
  /** Forms only: the media type of the part; one of JSON makes any value JSON text. */
  media_type: z.string().max(200).optional(),
  /** Multipart only: the value is a file `{ base64, filename?, media_type? }`, or a list of them; its bytes are the part. */
  file: z.literal(true).optional(),
});
export type BodyField = z.infer<typeof bodyField>;

export const bodyPlace = z.object({
  /** `fields`: the listed fields of `params` form the body object; `whole`: the one field is the body. */
  kind: z.enum(['fields', 'whole']),
  /** Fields of `params`, paired with their names in the body. For `whole` exactly one. */
  fields: z.array(bodyField),
  media_type: z.string().max(200),
  /** `whole` only: the field holds the body's bytes in Base64 (RFC 4648, section 4). */
  base64: z.literal(true).optional(),
});
export type BodyPlace = z.infer<typeof bodyPlace>;

/** How a credential is put into a request. The credential itself lives sealed with the connection, never here. */
const oneScheme = z.discriminatedUnion('type', [
  z.object({ type: z.literal('bearer') }),
  z.object({ type: z.literal('basic') }),
  z.object({ type: z.literal('api_key'), in: z.enum(['header', 'query', 'cookie']), name: z.string().max(200) }),
]);
export const authScheme = z.discriminatedUnion('type', [
  z.object({ type: z.literal('none') }),
  ...oneScheme.options,
  /** Several at once, each in its own place. */
  z.object({ type: z.literal('all'), schemes: z.array(oneScheme).min(2).max(5) }),
]);
export type AuthScheme = z.infer<typeof authScheme>;

export const httpExecutor = z.object({
  kind: z.literal('http'),
  method: z.enum(['GET', 'PUT', 'POST', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH', 'TRACE']),
  /** Absolute base, no trailing slash; a connection may replace it (`base_url`). */
  server_url: z.string().max(2000),
  /** Path template with `{name}` for path parameters. */
  path: z.string().max(2000),
  parameters: z.array(parameterPlace).max(400),
  body: bodyPlace.nullable(),
  /** Fixed headers such as `Accept`. */
  headers: z.array(z.object({ name: z.string().max(200), value: z.string().max(2000) })).max(20),
  /** Acceptable schemes in order of preference; the connection names the one it holds. */
  auth: z.array(authScheme).max(10),
  /** Header that carries the run's idempotency key when the provider honours one. */
  idempotency_header: z.string().max(100).nullable(),
});
export type HttpExecutor = z.infer<typeof httpExecutor>;

/** The platform's own reads. */
export const builtinExecutor = z.object({ kind: z.literal('builtin'), read: z.enum(['credit_balance']) });

export const executor = z.discriminatedUnion('kind', [httpExecutor, builtinExecutor]);
export type Executor = z.infer<typeof executor>;
