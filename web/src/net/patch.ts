// JSON merge patches (RFC 7396), as the server sends them.

type Fields = Record<string, unknown>;

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The target with the patch applied: a patch looks like the object that it changes, and null takes a field out. */
export function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const result: Fields = isObject(target) ? { ...target } : {};
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete result[key];
    else result[key] = merged(result[key], change);
  }
  return result;
}
