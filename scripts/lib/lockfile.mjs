/**
 * The errors in a package-lock.json: it must install from any registry that the user's npm is configured for, so it
 * contains no address except those of funding pages; it must contain the hash of everything it installs; and it must list
 * what other platforms would install: `npm ci` rejects it if one of those was unavailable when it was written.
 */
export function lockfileFaults(text) {
  const faults = [];
  const entries = Object.entries(JSON.parse(text).packages);
  const listed = new Set(entries.map(([path]) => path.split("node_modules/").at(-1)));
  for (const [path, entry] of entries) {
    const { funding: _, ...rest } = entry;
    for (const [key, address] of addressesIn(rest))
      faults.push(`${path}: ${key} names the address ${address}`);
    const installed = /(^|\/)node_modules\//.test(path) && !entry.link && !entry.inBundle;
    if (installed && !entry.integrity?.startsWith("sha512-"))
      faults.push(`${path} has no sha512 integrity hash`);
    for (const name of Object.keys(entry.optionalDependencies ?? {})) {
      if (!listed.has(name)) faults.push(`${path} may need ${name}, which is not listed`);
    }
  }
  return faults;
}

/** Every [key, text] below `value` where the text or the key contains an address with a host. */
function addressesIn(value, key = "") {
  if (typeof value === "string") return value.includes("://") ? [[key, value]] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => [
    ...(name.includes("://") ? [[key, name]] : []),
    ...addressesIn(part, name),
  ]);
}

export const HOW_TO_FIX = `\
  an address: npm omits them if omit-lockfile-registry-resolved=true is set, as in .npmrc; with that file in place
  run: rm -rf node_modules package-lock.json && npm install
  a package not listed: choose a version whose packages for every platform are published, then the same`;
