/** How a body of a media type is given in `params` and sent; null where it cannot be. */
export type BodyForm = 'json' | 'urlencoded' | 'multipart' | 'text' | 'base64';

/** Best first: what can be checked field by field, before what goes through as it is. */
const FORMS: readonly (readonly [RegExp, BodyForm])[] = [
  [/^application\/json\b/i, 'json'],
  [/^application\/[\w.+-]+\+json\b/i, 'json'],
  [/^application\/x-www-form-urlencoded\b/i, 'urlencoded'],
  [/^text\/(?!\*)/i, 'text'],
  [/^multipart\/form-data\b/i, 'multipart'],
  [/^application\/([\w.+-]+\+)?(xml|yaml|x-yaml|x-ndjson|jsonl|graphql|sql|javascript)\b/i, 'text'],
  // Any other single type: its bytes. Parts of other multiparts mean what only their own specification says; a range names no type to send.
  [/^(?!multipart\/)[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/i, 'base64'],
];

/** The body of these that can be sent best, in the order of the document among equals. */
export function bestBody(types: readonly string[]): { mediaType: string; form: BodyForm } | null {
  for (const [fits, form] of FORMS) {
    const mediaType = types.find((type) => fits.test(type));
    if (mediaType !== undefined) return { mediaType, form };
  }
  return null;
}
