/**
 * An absolute URL, or null where the text is none. Not `URL.canParse`: on Node 20 its optimised form misreads characters beyond ASCII, and
 * answers false for a host it took a moment before.
 */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
