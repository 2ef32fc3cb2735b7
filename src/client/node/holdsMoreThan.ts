/**
 * Whether a JSON text holds more than so many values, each inside another counted. Found out before it is parsed: a few
 * megabytes of `[0,0,…]` make millions of values, and whatever is made of each fills the memory.
 */
export function holdsMoreThan(most: number, json: string): boolean {
  if (json.length <= most) return false;
  let values = 1;
  let inText = false;
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === quote) inText = !inText;
    else if (inText && unit === backslash) at++;
    else if (!inText && (unit === comma || unit === bracket || unit === brace) && ++values > most) return true;
  }
  return false;
}

const quote = 0x22;
const comma = 0x2c;
const bracket = 0x5b;
const backslash = 0x5c;
const brace = 0x7b;
