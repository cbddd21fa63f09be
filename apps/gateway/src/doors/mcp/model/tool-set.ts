import type { Params } from './json-rpc.js';

/** Who calls, as the transport carried it. */
export interface McpCaller {
  readonly credential: string | null;
  readonly workspaceId: string | null;
  /** Names the request in logs and in the answer. */
  readonly requestId: string;
  /** What admit found out of the caller of this request, for a call within the same request; it is stale in any later one. */
  readonly admitted?: unknown;
}

export interface Refused {
  /** Said to the caller. */
  readonly message: string;
  /** The status and the machine-readable body of the refusal. */
  readonly status: number;
  readonly body: unknown;
}

/** One step of a call under way: the count rises, the text is for people. */
export interface Progress {
  readonly progress: number;
  readonly total?: number;
  readonly message?: string;
}

export interface ToolCall {
  readonly name: string;
  readonly args: Record<string, unknown>;
  readonly caller: McpCaller;
  /** Aborted when the caller has gone. */
  gone(): AbortSignal;
  /** What the client can do, where its revision says so with every request. */
  readonly capabilities: Params | null;
  /** Null where nobody asked to hear of it. */
  readonly onProgress: ((progress: Progress) => void) | null;
}

/** Both parts are JSON text: the content blocks, and the structured content where there is one. */
export interface ToolResult {
  readonly content: string;
  readonly structured: string | null;
  readonly isError: boolean;
}

/** What a door offers, told apart from how a revision of MCP writes it down. */
export interface ToolSet {
  /** The name and version that the server gives itself, and what a client should know before it calls anything. */
  readonly server: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string;
  admit(caller: McpCaller): Promise<{ readonly principalId: string; readonly admitted?: unknown } | { readonly refused: Refused }>;
  /** The descriptors as the JSON text of an array, always in one order. */
  list(caller: McpCaller): Promise<string>;
  /** Null where there is no tool of that name. Throws RpcError where it cannot be called by this client. */
  call(call: ToolCall): Promise<ToolResult | null>;
  /** Tells when the list changes for this caller, and only then. Answers how to stop. */
  watch(caller: McpCaller, onChange: () => void): Promise<() => void>;
}
