/** A name as one step of a JSON Pointer (RFC 6901, section 3), without the slash before it. */
export const toPointerStep = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** The name that one step of a JSON Pointer stands for. */
export const fromPointerStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');
