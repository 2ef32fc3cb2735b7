/** The members of a union that can have a `kind`. */
export type OfKind<Union, Kind> = Union extends { readonly kind: infer Own }
  ? Kind extends Own
    ? Union
    : never
  : never;

/** A function for each kind of a union. It doesn't compile if one is missing. */
export type ByKind<Union extends { readonly kind: string }, Rest extends readonly unknown[], Result> = {
  readonly [Kind in Union['kind']]: (value: OfKind<Union, Kind>, ...rest: Rest) => Result;
};

export function callByKind<Union extends { readonly kind: string }, Rest extends readonly unknown[], Result>(
  functions: ByKind<Union, Rest, Result>,
  value: Union,
  ...rest: Rest
): Result {
  // The cast is safe because the function is the one for the value's kind, which TypeScript can't express for a union.
  const forKind = functions[value.kind as Union['kind']] as (value: Union, ...rest: Rest) => Result;
  return forKind(value, ...rest);
}
