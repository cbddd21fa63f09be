/** One JSON-RPC message as a client wrote it on a line. */
export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

export const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion';

/** Null for what is no JSON object. */
export function readLine(line: string): Message | null {
  try {
    const message = JSON.parse(line) as unknown;
    return typeof message === 'object' && message !== null && !Array.isArray(message) ? (message as Message) : null;
  } catch {
    return null;
  }
}

export const errorLine = (id: string | number | null, code: number, message: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

/** Text that no header can carry as it is goes as `=?base64?…?=`. */
export const headerText = (text: string): string =>
  /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`;
