/** Numbers in [0, 1) that are the same for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (count) => Math.floor(next() * count);
  return { next, below, chance: (part) => next() < part, pick: (list) => list[below(list.length)] };
}

/** `count` of the list in its order, chosen at random. */
export function chooseSome(random, list, count) {
  const marked = list.map((each) => [random.next(), each]);
  const chosen = new Set(
    [...marked]
      .sort(([a], [b]) => a - b)
      .slice(0, count)
      .map(([, each]) => each),
  );
  return list.filter((each) => chosen.has(each));
}
