import { CONTROLS, OPERATIONS, type CallDefinition } from '@turnpike/contracts';
import type { z } from 'zod';
import type { CallOptions } from './client.js';
import type { Answer } from './read-answer.js';

export type Definition = (typeof CONTROLS)[number] | (typeof OPERATIONS)[number];
export type CallName = Definition['name'];
export type DefinitionOf<N extends CallName> = Extract<Definition, { readonly name: N }>;
export type Input<N extends CallName> = z.input<DefinitionOf<N>['input']>;
export type Output<N extends CallName> = z.output<DefinitionOf<N>['output']>;

/** `tools_search` → `toolsSearch`. */
type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

type Method<N extends CallName> =
  Record<string, never> extends Input<N>
    ? (args?: Input<N>, options?: MethodOptions) => Promise<Answer<Output<N>>>
    : (args: Input<N>, options?: MethodOptions) => Promise<Answer<Output<N>>>;

export interface MethodOptions extends CallOptions {
  /** Attempts in all, 1 to 10; default 3. Only what is safe to repeat is sent again. */
  readonly attempts?: number;
}

/** One method a control and operation, named and typed by its definition. */
export type Methods = { readonly [N in CallName as Camel<N>]: Method<N> };

export const DEFINITIONS: ReadonlyMap<string, CallDefinition> = new Map(
  [...CONTROLS, ...OPERATIONS].map((definition): [string, CallDefinition] => [definition.name, definition]),
);

const methodName = (name: string): string => name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

/** The methods over one way to make a call. */
export function makeMethods(call: (name: CallName, args: never, options: MethodOptions | undefined) => Promise<Answer>): Methods {
  const methods = [...DEFINITIONS.keys()].map((name) => [
    methodName(name),
    (args: never = {} as never, options?: MethodOptions) => call(name as CallName, args, options),
  ]);
  return Object.fromEntries(methods) as Methods;
}
