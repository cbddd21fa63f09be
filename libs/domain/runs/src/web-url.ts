/**
 * Fills a link template with fields of an output: `https://app.example/contacts/{id}`, `{deal.id}`. Null when one of them is missing, or when
 * the template is no web address: people click on it.
 */
export function fillWebUrl(template: string | null, output: unknown): string | null {
  if (template === null || !/^https?:\/\/[^{}/?#]+/i.test(template)) return null;
  let complete = true;
  const url = template.replace(/\{([^{}]+)\}/g, (_whole, path: string) => {
    const value = path
      .split('.')
      .reduce<unknown>((at, step) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[step] : undefined), output);
    if (typeof value !== 'string' && typeof value !== 'number') complete = false;
    return encodeURIComponent(String(value).toWellFormed());
  });
  return complete ? url : null;
}
