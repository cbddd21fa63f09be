/**
 * Whether YAML is nested deeper than `most`, told from its tokens before anything is built of them: composing what is nested very deeply
 * takes all the memory there is. `tokens` are the pieces of the text, `kindOf` names each as the `yaml` package does. Of block collections an
 * indentation of two columns counts as a level.
 */
export function isNestedDeeper(tokens: Iterable<string>, kindOf: (token: string) => string | null, most: number): boolean {
  let [flow, line] = [0, 0];
  let atStart = true;
  for (const token of tokens) {
    const kind = kindOf(token);
    if (kind === 'newline') line = 0;
    else if (kind === 'space' && atStart) line += token.length / 2;
    else if (kind === 'seq-item-ind' || kind === 'explicit-key-ind' || kind === 'map-value-ind') line += 1;
    else if (kind === 'flow-seq-start' || kind === 'flow-map-start') flow += 1;
    else if (kind === 'flow-seq-end' || kind === 'flow-map-end') flow -= 1;
    atStart = kind === 'newline';
    if (flow + line > most) return true;
  }
  return false;
}
