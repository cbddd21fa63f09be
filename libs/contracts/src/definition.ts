import type { z } from 'zod';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What every public call shares, control or operation: REST routes, OpenAPI, CLI and MCP tools derive from it. */
export interface CallDefinition<I extends z.ZodObject = z.ZodObject, O extends z.ZodType = z.ZodType, N extends string = string> {
  /** `tools_search`: the name at every door. */
  readonly name: N;
  /** One line. */
  readonly summary: string;
  /** What a caller must know to use it well. */
  readonly description: string;
  readonly input: I;
  readonly output: O;
  /** The permission it is dispatched under; null where any authenticated caller may. */
  readonly permission: string | null;
  readonly effect: 'read' | 'write';
  readonly rest: { readonly method: HttpMethod; readonly path: `/v1/${string}` };
  /** Field → the name it has on REST and the CLI, where that differs. */
  readonly wireNames?: Readonly<Record<string, string>>;
  /** Words after `turnpike`, and the fields given as plain words, in order. */
  readonly cli: { readonly command: string; readonly positional: readonly string[] } | null;
}

/** One of the door operations, offered alike at every door. */
export interface Control<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  N extends string = string,
> extends CallDefinition<I, O, N> {
  readonly kind: 'control';
}

/** One administrative action on Turnpike itself. */
export interface Operation<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  N extends string = string,
> extends CallDefinition<I, O, N> {
  readonly kind: 'operation';
  /** True for a root action: a signed-in session no older than 10 minutes and an idempotency key; an API key can never do it. */
  readonly owner: boolean;
  /** True where it destroys: the call must carry `confirm: true`. */
  readonly confirm: boolean;
  /** True where no credential is needed (signing in). */
  readonly anonymous: boolean;
}

export const defineControl = <I extends z.ZodObject, O extends z.ZodType, const N extends string>(
  definition: Omit<Control<I, O, N>, 'kind'>,
): Control<I, O, N> => ({ kind: 'control', ...definition });

type Marks = 'owner' | 'confirm' | 'anonymous';
type OperationInput<I extends z.ZodObject, O extends z.ZodType, N extends string> = Omit<Operation<I, O, N>, 'kind' | Marks> &
  Partial<Pick<Operation<I, O, N>, Marks>>;

export const defineOperation = <I extends z.ZodObject, O extends z.ZodType, const N extends string>(
  definition: OperationInput<I, O, N>,
): Operation<I, O, N> => ({ kind: 'operation', owner: false, confirm: false, anonymous: false, ...definition });
