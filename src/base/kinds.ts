/** The members of a union that can have a `kind`. */
export type OfKind<Union, Kind> = Union extends { readonly kind: infer Own }
  ? Kind extends Own
    ? Union
    : never
  : never;

/** Functions for all kinds of a union: the compiler asks for the ones that are missing. */
export type ByKind<Union extends { readonly kind: string }, Rest extends readonly unknown[], Result> = {
  readonly [Kind in Union['kind']]: (value: OfKind<Union, Kind>, ...rest: Rest) => Result;
};

/** Calls the function for the kind of a value. */
export function callByKind<Union extends { readonly kind: string }, Rest extends readonly unknown[], Result>(
  functions: ByKind<Union, Rest, Result>,
  value: Union,
  ...rest: Rest
): Result {
  // A function and the value of its kind belong together, which union types can't express.
  const forKind = functions[value.kind as Union['kind']] as (value: Union, ...rest: Rest) => Result;
  return forKind(value, ...rest);
}
