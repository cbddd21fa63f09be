/** `application/json`, and what is built on it (`application/problem+json`, RFC 6839, section 3.1), with or without parameters. */
export const isJsonMediaType = (mediaType: string): boolean => /^application\/([\w.+-]+\+)?json\b/i.test(mediaType);
