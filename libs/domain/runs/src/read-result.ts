interface AnswerBody {
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly truncated: boolean;
  readonly hide: (text: string) => string;
}

/**
 * A run's result from an answer's body: null for none, JSON as it is, other text as `{ text }`, bytes that are no text as
 * `{ base64, content_type }`. Of a cut body the text that was kept is given, never half a JSON value.
 */
export function readResult({ contentType, body, truncated, hide }: AnswerBody): unknown {
  if (body.length === 0) return null;
  const text = textOf(body, truncated);
  if (text === null) return { base64: Buffer.from(body).toString('base64'), content_type: contentType };
  const shown = hide(text);
  return /json/i.test(contentType) && !truncated ? parsed(shown) : { text: shown };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { text };
  }
}

/** UTF-8 text, or null. A cut body may end within a character, which is dropped. */
function textOf(body: Uint8Array, truncated: boolean): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: truncated });
    return text.includes('\u0000') ? null : text;
  } catch {
    return null;
  }
}
