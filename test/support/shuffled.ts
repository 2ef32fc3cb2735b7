/** The same items in an order that a seed determines: the same one every time. */
export function shuffled<T>(things: readonly T[], seed: string): T[] {
  const next = numbers(seed);
  return things
    .map((thing) => ({ thing, place: next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ thing }) => thing);
}

/** Numbers from 0 to 1: FNV-1a of the seed, then mulberry32. */
function numbers(seed: string): () => number {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
