/** Takes one out of a list without order: the last takes its place. */
export function takeOut(ordinals: number[], ordinal: number): void {
  const at = ordinals.indexOf(ordinal);
  const last = ordinals.pop() as number;
  if (at < ordinals.length) ordinals[at] = last;
}
